import {
  FieldPath,
  fieldError,
  isPlainObject,
  validateName,
  validateObjectMeta,
  type FieldError,
  type ObjectMeta,
} from '@orch/apimachinery';
import type { StructuralNode } from '../schema/structural-node.js';
import { BoundedErrors } from './bounded-errors.js';

/** In place of a name that an embedded object need not have. */
const SOME_NAME = 'fakename';

/** Errors of `apiVersion`, `kind` and `metadata` of objects inside of an object. */
export function embeddedErrors(value: unknown, root: StructuralNode): readonly FieldError[] {
  const found = new BoundedErrors();
  ofValue(value, root, FieldPath.root, found, true);
  return found.errors;
}

/** As `embeddedErrors`, of a value inside of an object. */
export function embeddedErrorsAt(value: unknown, node: StructuralNode, path: FieldPath): readonly FieldError[] {
  const found = new BoundedErrors();
  ofValue(value, node, path, found, false);
  return found.errors;
}

function ofValue(value: unknown, node: StructuralNode, path: FieldPath, found: BoundedErrors, isRoot: boolean): void {
  if (typeof value !== 'object' || value === null || found.isFull) return;
  if (Array.isArray(value)) {
    const items = node.items;
    if (items === undefined) return;
    for (let i = 0; i < value.length; i++)
      if (typeof value[i] === 'object') ofValue(value[i], items, path.index(i), found, false);
    return;
  }
  const object = value as Record<string, unknown>;
  if (node.isEmbedded && !isRoot) for (const error of ofEmbedded(object, path)) found.add(error);
  for (const name in object) {
    const member = object[name];
    if (typeof member !== 'object' || member === null) continue;
    const property = node.property(name);
    if (property !== undefined) ofValue(member, property, path.child(name), found, false);
    else if (node.others !== undefined) ofValue(member, node.others, path.key(name), found, false);
  }
}

/** Errors of one embedded object. */
export function ofEmbedded(object: Readonly<Record<string, unknown>>, path: FieldPath): FieldError[] {
  const { apiVersion, kind, metadata } = object;
  const errors: FieldError[] = [];
  if (apiVersion === undefined) errors.push(fieldError.required(path.child('apiVersion'), 'must not be empty'));
  if (kind === undefined) errors.push(fieldError.required(path.child('kind'), 'must not be empty'));
  if (apiVersion !== undefined) errors.push(...ofApiVersion(apiVersion, path.child('apiVersion')));
  if (kind !== undefined) errors.push(...ofKind(kind, path.child('kind')));
  if (isPlainObject(metadata)) errors.push(...ofMetadata(metadata as ObjectMeta, path));
  return errors;
}

function ofApiVersion(value: unknown, path: FieldPath): FieldError[] {
  if (typeof value !== 'string') return [fieldError.invalid(path, value, 'must be a string')];
  if (value === '') return [fieldError.invalid(path, value, 'must not be empty')];
  return value.split('/').length > 2
    ? [fieldError.invalid(path, value, `unexpected GroupVersion string: ${value}`)]
    : [];
}

function ofKind(value: unknown, path: FieldPath): FieldError[] {
  if (typeof value !== 'string') return [fieldError.invalid(path, value, 'must be a string')];
  if (value === '') return [fieldError.invalid(path, value, 'must not be empty')];
  const faults = validateName('dns-1035-label', value.toLowerCase());
  if (faults.length === 0) return [];
  return [fieldError.invalid(path, value, `may have mixed case, but should otherwise match: ${faults.join(',')}`)];
}

function ofMetadata(metadata: ObjectMeta, path: FieldPath): FieldError[] {
  const named = { ...metadata, name: metadata.name || SOME_NAME };
  const namespaced = (metadata.namespace ?? '') !== '';
  return validateObjectMeta(named, { nameRule: 'path-segment', namespaced }).map((error) => ({
    ...error,
    field: path.child(error.field).toString(),
  }));
}
