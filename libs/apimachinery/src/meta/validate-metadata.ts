import { fieldError, type FieldError } from '../field/field-error.js';
import { FieldPath } from '../field/field-path.js';
import { goTime, goValue } from '../field/go-syntax.js';
import { FOREGROUND_FINALIZER, isKnownFinalizer, ORPHAN_FINALIZER } from '../names/finalizer-name.js';
import { validateNameBase } from '../names/generate-name.js';
import { validateName, type NameRule } from '../names/name-rule.js';
import {
  validateAnnotationKey,
  validateLabelKey,
  validateLabelValue,
  validateQualifiedName,
} from '../names/qualified-name.js';
import type { ObjectMeta } from './object-meta.js';
import { validateOwnerReferences } from './validate-owner-references.js';

/** Maximum size of all annotation keys and values of an object, in bytes of UTF-8 (C-138). */
export const MAX_ANNOTATIONS_BYTES = 262_144;

/** Maximum number of errors per field, so that a response does not outgrow its request. */
const MAX_ERRORS = 100;

export interface MetadataRules {
  readonly nameRule: NameRule;
  readonly namespaced: boolean;
  /** Whether errors about owner references name the entry (C-139). Default: they do not, as in kube-apiserver. */
  readonly namesOwners?: boolean;
  /** Whether a finalizer may be a name without a domain and a slash. Default: only well-known ones. */
  readonly plainFinalizers?: boolean | undefined;
}

const METADATA = FieldPath.of('metadata');

/** Validates the metadata of a new object, after its name was generated and its namespace set (C-013..C-016, C-102, C-136..C-139). */
export function validateObjectMeta(meta: ObjectMeta, rules: MetadataRules): FieldError[] {
  const path = METADATA;
  return [
    ...validateNames(meta, rules.nameRule, path),
    ...validateNamespace(meta, rules.namespaced, path.child('namespace')),
    ...validateGeneration(meta, path),
    ...validateCommon(meta, path, rules),
  ];
}

/**
 * Validates the metadata of an updated object, also against the old one (C-098, C-135). Fields that clients may omit
 * (uid, creationTimestamp, deletionTimestamp, ...) have been copied from `old` before.
 */
export function validateObjectMetaUpdate(
  next: ObjectMeta,
  old: ObjectMeta,
  rules: Pick<MetadataRules, 'namesOwners' | 'plainFinalizers'> = {},
): FieldError[] {
  const path = METADATA;
  const errors: FieldError[] = [];
  for (const field of IMMUTABLE_FIELDS) {
    const value = next[field];
    if (value !== old[field])
      errors.push(fieldError.invalid(path.child(field), shown(field, value), 'field is immutable'));
  }
  errors.push(...validateNewFinalizers(next, old, path));
  if ((next.generation ?? 0) < (old.generation ?? 0)) {
    errors.push(fieldError.invalid(path.child('generation'), next.generation, 'must not be decremented'));
  }
  errors.push(...validateGeneration(next, path), ...validateCommon(next, path, rules));
  return errors;
}

/** Fields that only the server sets, and only once. A delete sets the deletion fields, never an update. */
const IMMUTABLE_FIELDS = [
  'name',
  'namespace',
  'uid',
  'creationTimestamp',
  'deletionTimestamp',
  'deletionGracePeriodSeconds',
] as const;

const shown = (field: keyof ObjectMeta, value: unknown): unknown =>
  field.endsWith('Timestamp') && value !== undefined ? goValue(goTime, value) : value;

function validateNames(meta: ObjectMeta, rule: NameRule, path: FieldPath): FieldError[] {
  const errors: FieldError[] = [];
  const { name, generateName } = meta;
  if (generateName) {
    for (const fault of validateNameBase(rule, generateName)) {
      errors.push(fieldError.invalid(path.child('generateName'), generateName, fault));
    }
  }
  if (name) {
    for (const fault of validateName(rule, name)) errors.push(fieldError.invalid(path.child('name'), name, fault));
  } else if (!generateName) {
    errors.push(fieldError.required(path.child('name'), 'name or generateName is required'));
  }
  return errors;
}

function validateNamespace({ namespace }: ObjectMeta, namespaced: boolean, path: FieldPath): FieldError[] {
  if (!namespaced) return namespace ? [fieldError.forbidden(path, 'not allowed on this type')] : [];
  if (!namespace) return [fieldError.required(path)];
  return validateName('dns-label', namespace).map((fault) => fieldError.invalid(path, namespace, fault));
}

function validateGeneration({ generation }: ObjectMeta, path: FieldPath): FieldError[] {
  if (generation === undefined || generation >= 0) return [];
  return [fieldError.invalid(path.child('generation'), generation, 'must be greater than or equal to 0')];
}

/** Rules for both new and updated objects. */
function validateCommon(
  meta: ObjectMeta,
  path: FieldPath,
  { namesOwners = false, plainFinalizers = false }: Pick<MetadataRules, 'namesOwners' | 'plainFinalizers'>,
): FieldError[] {
  const owners = path.child('ownerReferences');
  return [
    ...(meta.labels ? validateLabels(meta.labels, path.child('labels')) : []),
    ...(meta.annotations ? validateAnnotations(meta.annotations, path.child('annotations')) : []),
    ...(meta.ownerReferences ? validateOwnerReferences(meta.ownerReferences, owners, namesOwners) : []),
    ...(meta.finalizers ? validateFinalizers(meta.finalizers, path.child('finalizers'), plainFinalizers) : []),
  ];
}

/** Validates labels, also of templates and selectors (C-136, C-137). */
export function validateLabels(labels: Readonly<Record<string, string>>, path: FieldPath): FieldError[] {
  const errors: FieldError[] = [];
  for (const key of Object.keys(labels)) {
    if (errors.length >= MAX_ERRORS) break;
    const value = labels[key]!;
    for (const fault of validateLabelKey(key)) errors.push(fieldError.invalid(path, key, fault));
    for (const fault of validateLabelValue(value)) errors.push(fieldError.invalid(path, value, fault));
  }
  return errors;
}

/** Validates annotations, also of templates (C-138). */
export function validateAnnotations(annotations: Readonly<Record<string, string>>, path: FieldPath): FieldError[] {
  const errors: FieldError[] = [];
  let bytes = 0;
  for (const key of Object.keys(annotations)) {
    if (errors.length >= MAX_ERRORS) break;
    for (const fault of validateAnnotationKey(key)) errors.push(fieldError.invalid(path, key, fault));
    bytes += Buffer.byteLength(key) + Buffer.byteLength(annotations[key]!);
  }
  if (bytes > MAX_ANNOTATIONS_BYTES) errors.push(fieldError.tooLong(path, MAX_ANNOTATIONS_BYTES));
  return errors;
}

const UNKNOWN_FINALIZER = 'name is neither a standard finalizer name nor is it fully qualified';

/** Only the error about a name without a domain names the entry. */
function validateFinalizers(finalizers: readonly string[], path: FieldPath, plain: boolean): FieldError[] {
  const errors: FieldError[] = [];
  for (let i = 0; i < finalizers.length && errors.length < MAX_ERRORS; i++) {
    const name = finalizers[i]!;
    for (const fault of validateQualifiedName(name)) errors.push(fieldError.invalid(path, name, fault));
    if (!plain && !isKnownFinalizer(name)) errors.push(fieldError.invalid(path.index(i), name, UNKNOWN_FINALIZER));
  }
  if (finalizers.includes(ORPHAN_FINALIZER) && finalizers.includes(FOREGROUND_FINALIZER)) {
    const both = `finalizer ${ORPHAN_FINALIZER} and ${FOREGROUND_FINALIZER} cannot be both set`;
    errors.push(fieldError.invalid(path, finalizers, both));
  }
  return errors;
}

/** Rejects finalizers added after the deletion timestamp is set (C-098). */
function validateNewFinalizers(next: ObjectMeta, old: ObjectMeta, path: FieldPath): FieldError[] {
  if (old.deletionTimestamp === undefined) return [];
  const known = new Set(old.finalizers);
  const added = (next.finalizers ?? []).filter((name) => !known.has(name));
  if (added.length === 0) return [];
  const list = added.map((name) => JSON.stringify(name)).join(', ');
  return [
    fieldError.forbidden(
      path.child('finalizers'),
      `no new finalizers can be added if the object is being deleted, found new finalizers []string{${list}}`,
    ),
  ];
}
