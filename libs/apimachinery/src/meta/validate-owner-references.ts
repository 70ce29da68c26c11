import { fieldError, type FieldError } from '../field/field-error.js';
import type { FieldPath } from '../field/field-path.js';
import { goBoolean, goPointer, goSlice, goString, goStruct, goValue } from '../field/go-syntax.js';
import { parseApiVersion } from './group-version.js';
import type { OwnerReference } from './object-meta.js';

const goOwnerReference = goStruct('v1.OwnerReference', {
  apiVersion: goString,
  kind: goString,
  name: goString,
  uid: goString,
  controller: goPointer('bool', goBoolean),
  blockOwnerDeletion: goPointer('bool', goBoolean),
});
const goOwnerReferences = goSlice('[]v1.OwnerReference', goOwnerReference);

/**
 * Each entry has all fields, and at most one is the controller (C-139).
 * @param namesEntries whether the paths of errors have the index of the entry.
 */
export function validateOwnerReferences(
  references: readonly OwnerReference[],
  path: FieldPath,
  namesEntries: boolean,
): FieldError[] {
  const errors = references.flatMap((reference, i) => validateEntry(reference, namesEntries ? path.index(i) : path));
  const controllers = references.filter((reference) => reference.controller === true);
  const [first, ...others] = controllers.map((reference) => `${reference.kind}/${reference.name}`);
  for (const other of others) {
    errors.push(
      fieldError.invalid(
        path,
        goValue(goOwnerReferences, references),
        `Only one reference can have Controller set to true. Found "true" in references for ${first} and ${other}`,
      ),
    );
  }
  return errors;
}

function validateEntry(reference: OwnerReference, path: FieldPath): FieldError[] {
  const errors: FieldError[] = [];
  const { apiVersion, kind, name, uid } = reference;
  if (!apiVersion) errors.push(fieldError.invalid(path.child('apiVersion'), '', 'version must not be empty'));
  else if (parseApiVersion(apiVersion) === undefined) {
    errors.push(fieldError.invalid(path.child('apiVersion'), apiVersion, 'must be a version or a group and a version'));
  }
  for (const [field, value] of [
    ['kind', kind],
    ['name', name],
    ['uid', uid],
  ] as const) {
    if (!value) errors.push(fieldError.invalid(path.child(field), '', `${field} must not be empty`));
  }
  // Events expire: the objects they own would be garbage-collected.
  if (apiVersion === 'v1' && kind === 'Event') {
    const detail = '/v1, Kind=Event is disallowed from being an owner';
    errors.push(fieldError.invalid(path, goValue(goOwnerReference, reference), detail));
  }
  return errors;
}
