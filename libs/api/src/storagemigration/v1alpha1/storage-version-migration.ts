import type { ApiObject } from '@orch/apimachinery';
import { Field, Struct } from '../../definition/decorators.js';
import { listOf, openEnumOf } from '../../definition/field-type.js';
import { KindObject } from '../../definition/kind-object.js';
import type { SiblingVersion } from '../../definition/sibling-version.js';
import { ObjectMeta } from '../../meta/v1/object-meta.js';

const IN = { since: 30, last: 34 } as const;

@Struct('storagemigration.v1alpha1.GroupVersionResource', { ...IN, description: 'A resource of one version.' })
export class GroupVersionResource {
  @Field(1, 'string', { ...IN, description: 'API group. Empty: core.' }) group?: string;
  @Field(2, 'string', { ...IN, description: 'Version in the path of the resource.' }) version?: string;
  @Field(3, 'string', { ...IN, description: 'Plural name.' }) resource?: string;
}

@Struct('storagemigration.v1alpha1.StorageVersionMigrationSpec', { ...IN, description: 'What is migrated.' })
export class StorageVersionMigrationSpec {
  @Field(1, () => GroupVersionResource, {
    ...IN,
    required: true,
    description: 'Resource whose objects are written again in the storage version. Cannot be changed.',
  })
  resource: GroupVersionResource;
  @Field(2, 'string', { ...IN, description: 'Token of the list in which the migration continues.' })
  continueToken?: string;
}

@Struct('storagemigration.v1alpha1.MigrationCondition', { ...IN, description: 'One aspect of a migration.' })
export class MigrationCondition {
  @Field(1, 'string', {
    ...IN,
    goType: 'v1alpha1.MigrationConditionType',
    required: true,
    description: 'Running, Succeeded or Failed.',
  })
  type: string;
  @Field(2, openEnumOf('True', 'False', 'Unknown'), {
    ...IN,
    goType: 'v1.ConditionStatus',
    required: true,
    description: 'Whether the condition holds: True, False or Unknown.',
  })
  status: string;
  @Field(3, 'time', { ...IN, description: 'When `status` last changed.' }) lastUpdateTime?: string | null;
  @Field(4, 'string', { ...IN, description: 'Cause of the last transition, in CamelCase, for programs.' })
  reason?: string;
  @Field(5, 'string', { ...IN, description: 'Details of the last transition, for people.' }) message?: string;
}

@Struct('storagemigration.v1alpha1.StorageVersionMigrationStatus', { ...IN, description: 'Progress of a migration.' })
export class StorageVersionMigrationStatus {
  @Field(1, listOf(() => MigrationCondition), {
    ...IN,
    listType: 'map',
    listMapKeys: ['type'],
    patchStrategy: 'merge',
    patchMergeKey: 'type',
    description: 'Conditions: Running, Succeeded, Failed.',
  })
  conditions?: MigrationCondition[];
  @Field(2, 'string', { ...IN, description: 'Version of the resource when the migration began. Set once.' })
  resourceVersion?: string;
}

@Struct('storagemigration.v1alpha1.StorageVersionMigration', {
  ...IN,
  typeMeta: true,
  description: 'A migration of stored objects to the newest storage version.',
})
export class StorageVersionMigration extends KindObject {
  @Field(1, () => ObjectMeta, IN) metadata: ObjectMeta;
  @Field(2, () => StorageVersionMigrationSpec, IN) spec?: StorageVersionMigrationSpec;
  @Field(3, () => StorageVersionMigrationStatus, IN) status?: StorageVersionMigrationStatus;
}

type Members = Readonly<Record<string, unknown>>;

/** The version of the resource has a place of its own in the stored form, and times of conditions another name. */
export const migrationConversion: NonNullable<SiblingVersion['convert']> = {
  toStored: (migration) =>
    converted(migration, ['lastUpdateTime', 'lastTransitionTime'], ({ resource, ...spec }) => {
      if (!isMembers(resource) || resource['version'] === undefined) return { ...spec, ...given({ resource }) };
      const { version, ...unversioned } = resource;
      return { ...spec, resource: unversioned, version };
    }),
  fromStored: (migration) =>
    converted(migration, ['lastTransitionTime', 'lastUpdateTime'], ({ resource, version, ...spec }) =>
      version === undefined
        ? { ...spec, ...given({ resource }) }
        : { ...spec, resource: { ...(resource as Members), version } },
    ),
};

function converted(
  migration: ApiObject,
  [from, to]: readonly [from: string, to: string],
  specOf: (spec: Members) => Members,
): ApiObject {
  const { spec, status } = migration as { readonly spec?: unknown; readonly status?: unknown };
  const conditions = isMembers(status) ? status['conditions'] : undefined;
  return {
    ...migration,
    ...(isMembers(spec) ? { spec: specOf(spec) } : {}),
    ...(Array.isArray(conditions)
      ? { status: { ...(status as Members), conditions: conditions.map((one: unknown) => renamed(one, from, to)) } }
      : {}),
  };
}

function renamed(value: unknown, from: string, to: string): unknown {
  if (!isMembers(value) || value[from] === undefined) return value;
  const { [from]: held, ...rest } = value;
  return { ...rest, [to]: held };
}

const given = (members: Members): Members =>
  Object.fromEntries(Object.entries(members).filter(([, value]) => value !== undefined));

const isMembers = (value: unknown): value is Members =>
  typeof value === 'object' && value !== null && !Array.isArray(value);
