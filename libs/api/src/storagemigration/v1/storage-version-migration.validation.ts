import { fieldError, FieldPath, type FieldError } from '@orch/apimachinery';
import { validateConditions } from '../../validation/conditions.js';
import { validateUnchanged } from '../../validation/immutable-fields.js';
import type { StorageVersionMigration, StorageVersionMigrationSpec } from './storage-version-migration.types.js';

const SPEC = FieldPath.of('spec');
const STATUS = FieldPath.of('status');
const CONDITIONS = STATUS.child('conditions');
const VERSION = STATUS.child('resourceVersion');
const DECIMAL = /^\d{1,20}$/;

export const validateMigration = ({ spec }: StorageVersionMigration): FieldError[] =>
  spec?.resource?.resource
    ? []
    : [fieldError.required(SPEC.child('resource').child('resource'), 'resource is required')];

export const validateMigrationUpdate = (
  migration: StorageVersionMigration,
  old: StorageVersionMigration,
): FieldError[] => [
  ...validateMigration(migration),
  ...validateUnchanged<StorageVersionMigrationSpec>(SPEC, explicit(migration), explicit(old), ['resource', 'version']),
];

/** An empty group is the core group, whether it is written or not. The version is that of the alpha version of the kind. */
const explicit = ({ spec }: StorageVersionMigration): StorageVersionMigrationSpec => ({
  resource: { group: spec?.resource?.group ?? '', resource: spec?.resource?.resource ?? '' },
  version: spec?.version ?? '',
});

/** A migration runs, succeeds or fails, and stays succeeded or failed. */
export function validateMigrationStatus(
  migration: StorageVersionMigration,
  old: StorageVersionMigration,
): FieldError[] {
  const { conditions, resourceVersion = '' } = migration.status ?? {};
  const before = old.status?.resourceVersion ?? '';
  const [succeeded, failed, running] = ['Succeeded', 'Failed', 'Running'].map((type) => isTrue(migration, type));
  const refuse = (isWrong: boolean | undefined, detail: string): FieldError[] =>
    isWrong ? [fieldError.invalid(CONDITIONS, conditions ?? [], detail)] : [];
  return [
    ...(resourceVersion === '' || DECIMAL.test(resourceVersion)
      ? []
      : [fieldError.invalid(VERSION, resourceVersion, 'resource version is not well formed')]),
    ...validateConditions(CONDITIONS, conditions),
    ...(before !== '' && before !== resourceVersion
      ? [fieldError.invalid(VERSION, resourceVersion, 'resourceVersion cannot be updated')]
      : []),
    ...refuse(succeeded && failed, 'Both success and failed conditions cannot be true at the same time'),
    ...refuse(succeeded && running, 'Running condition cannot be true when success condition is true'),
    ...refuse(failed && running, 'Running condition cannot be true when failed condition is true'),
    ...refuse(isTrue(old, 'Succeeded') && !succeeded, 'Success condition cannot be set to false once it is true'),
    ...refuse(isTrue(old, 'Failed') && !failed, 'Failed condition cannot be set to false once it is true'),
  ];
}

const isTrue = ({ status }: StorageVersionMigration, type: string): boolean =>
  status?.conditions?.some((condition) => condition.type === type && condition.status === 'True') ?? false;
