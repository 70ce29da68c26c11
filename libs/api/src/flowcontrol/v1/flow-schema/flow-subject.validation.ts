import { fieldError, type FieldError, type FieldPath } from '@orch/apimachinery';
import { requireName } from '../../../validation/names.js';
import { validatePresent } from '../../../validation/values.js';
import type { ServiceAccountSubject, Subject } from './flow-schema.types.js';

/** The field of each kind of subject. */
const FIELDS = { Group: 'group', ServiceAccount: 'serviceAccount', User: 'user' } as const;

/** A subject has the field of its kind, and no other. */
export function validateSubject(path: FieldPath, subject: Subject): FieldError[] {
  const kind = subject.kind ?? '';
  if (!Object.hasOwn(FIELDS, kind)) return [fieldError.notSupported(path.child('kind'), kind, Object.keys(FIELDS))];
  return Object.entries(FIELDS).flatMap(([its, field]) => {
    const at = path.child(field);
    const value = subject[field];
    if (its !== kind) {
      return value ? [fieldError.forbidden(at, `${field} is forbidden when subject kind is not '${its}'`)] : [];
    }
    if (!value) return [fieldError.required(at, `${field} is required when subject kind is '${its}'`)];
    return its === 'ServiceAccount'
      ? validateServiceAccount(at, value as ServiceAccountSubject)
      : validatePresent(at.child('name'), value.name);
  });
}

const validateServiceAccount = (path: FieldPath, { name, namespace }: ServiceAccountSubject): FieldError[] => [
  ...(name === '*' ? [] : requireName(path.child('name'), name, 'dns-subdomain')),
  ...(namespace
    ? requireName(path.child('namespace'), namespace, 'dns-label')
    : [fieldError.required(path.child('namespace'), 'must specify namespace for service account')]),
];
