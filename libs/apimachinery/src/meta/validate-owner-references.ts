import { fieldError, type FieldError } from '../field/field-error.js';
import type { FieldPath } from '../field/field-path.js';
import { parseApiVersion } from './group-version.js';
import type { OwnerReference } from './object-meta.js';

/** Each entry has all fields, and at most one is the controller (C-139). */
export function validateOwnerReferences(references: readonly OwnerReference[], path: FieldPath): FieldError[] {
  const errors = references.flatMap((reference, i) => validateEntry(reference, path.index(i)));
  const controllers = references.filter((reference) => reference.controller === true);
  if (controllers.length > 1) {
    const names = controllers.map((reference) => reference.name).join(' and ');
    errors.push(
      fieldError.invalid(
        path,
        references,
        `Only one reference can have Controller set to true. Found "true" in references for ${names}`,
      ),
    );
  }
  return errors;
}

function validateEntry(reference: OwnerReference, path: FieldPath): FieldError[] {
  const errors: FieldError[] = [];
  const { apiVersion, kind, name, uid } = reference;
  if (!apiVersion)
    errors.push(fieldError.invalid(path.child('apiVersion'), apiVersion ?? '', 'version must not be empty'));
  else if (parseApiVersion(apiVersion) === undefined) {
    errors.push(fieldError.invalid(path.child('apiVersion'), apiVersion, 'must be a version or a group and a version'));
  }
  if (!kind) errors.push(fieldError.invalid(path.child('kind'), kind ?? '', 'must not be empty'));
  if (!name) errors.push(fieldError.invalid(path.child('name'), name ?? '', 'must not be empty'));
  if (!uid) errors.push(fieldError.invalid(path.child('uid'), uid ?? '', 'must not be empty'));
  // Events expire: the objects they own would be garbage-collected.
  if (apiVersion === 'v1' && kind === 'Event') {
    errors.push(fieldError.invalid(path, reference, '/v1, Kind=Event is disallowed from being an owner'));
  }
  return errors;
}
