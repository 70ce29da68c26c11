import { Field, Struct } from '../../definition/decorators.js';
import { listOf } from '../../definition/field-type.js';
import { KindObject } from '../../definition/kind-object.js';
import { Condition } from '../../meta/v1/condition.js';
import { GroupResource } from '../../meta/v1/group-resource.js';
import { ObjectMeta } from '../../meta/v1/object-meta.js';

@Struct('storagemigration.v1.StorageVersionMigrationSpec', { since: 37, description: 'What is migrated.' })
export class StorageVersionMigrationSpec {
  @Field(1, () => GroupResource, {
    required: true,
    since: 37,
    description: 'Resource whose objects are written again in the storage version. Cannot be changed.',
  })
  resource: GroupResource;
  @Field(2, 'string', { since: 30, last: 34, description: 'Of the alpha version: where a migration continues.' })
  continueToken?: string;
  @Field(3, 'string', { since: 30, last: 34, description: 'Of the alpha version: version of the resource.' })
  version?: string;
}

@Struct('storagemigration.v1.StorageVersionMigrationStatus', { since: 37, description: 'Progress of a migration.' })
export class StorageVersionMigrationStatus {
  @Field(1, listOf(() => Condition), {
    listType: 'map',
    listMapKeys: ['type'],
    patchStrategy: 'merge',
    patchMergeKey: 'type',
    since: 37,
    description: 'Conditions: Running, Succeeded, Failed.',
  })
  conditions?: Condition[];
  @Field(2, 'string', { since: 37, description: 'Version of the resource when the migration began. Set once.' })
  resourceVersion?: string;
}

@Struct('storagemigration.v1.StorageVersionMigration', {
  typeMeta: true,
  since: 37,
  description: 'A migration of stored objects to the newest storage version.',
})
export class StorageVersionMigration extends KindObject {
  @Field(1, () => ObjectMeta, { since: 37 }) metadata: ObjectMeta;
  @Field(2, () => StorageVersionMigrationSpec, { since: 37 }) spec?: StorageVersionMigrationSpec;
  @Field(3, () => StorageVersionMigrationStatus, { since: 37 }) status?: StorageVersionMigrationStatus;
}
