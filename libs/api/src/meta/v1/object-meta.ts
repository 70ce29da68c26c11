import { Field, Struct } from '../../definition/decorators.js';
import { enumOf, listOf, mapOf } from '../../definition/field-type.js';

@Struct('meta.v1.OwnerReference', {
  structType: 'atomic',
  description: 'An owner of this object, with which it is garbage collected.',
})
export class OwnerReference {
  @Field(5, 'string', { required: true }) apiVersion: string;
  @Field(1, 'string', { required: true }) kind: string;
  @Field(3, 'string', { required: true }) name: string;
  @Field(4, 'string', { goType: 'types.UID', required: true }) uid: string;
  @Field(6, 'bool', { pointer: true }) controller?: boolean;
  @Field(7, 'bool', { pointer: true }) blockOwnerDeletion?: boolean;
}

@Struct('meta.v1.ManagedFieldsEntry')
export class ManagedFieldsEntry {
  @Field(1, 'string') manager?: string;
  @Field(2, enumOf('Apply', 'Update'), { goType: 'v1.ManagedFieldsOperationType' }) operation?: string;
  @Field(3, 'string') apiVersion?: string;
  @Field(4, 'time', { pointer: true }) time?: string;
  @Field(6, 'string') fieldsType?: string;
  @Field(7, 'fieldsV1', { pointer: true }) fieldsV1?: Record<string, unknown>;
  @Field(8, 'string', { since: 22 }) subresource?: string;
}

@Struct('meta.v1.ObjectMeta', { description: 'Metadata of every object: name, labels, annotations, owners and lifecycle.' })
export class ObjectMeta {
  @Field(1, 'string', { description: 'Unique among objects of its kind in its namespace.' }) name?: string;
  @Field(2, 'string', { description: 'Beginning of a name the server completes when name is absent.' })
  generateName?: string;
  @Field(3, 'string') namespace?: string;
  @Field(4, 'string') selfLink?: string;
  @Field(5, 'string', { goType: 'types.UID', description: 'Unique over all time; made by the server.' }) uid?: string;
  @Field(6, 'string', { description: 'Changes with every write. Opaque: compare for equality only.' })
  resourceVersion?: string;
  @Field(7, 'int64', { description: 'Grows with every change of the desired state.' }) generation?: number;
  @Field(8, 'time') creationTimestamp?: string;
  @Field(9, 'time', {
    pointer: true,
    description: 'When the deletion was requested; the object is removed once it has no finalizers.',
  })
  deletionTimestamp?: string;
  @Field(10, 'int64', { pointer: true }) deletionGracePeriodSeconds?: number;
  @Field(11, mapOf('string'), { description: 'Keys and values to select by.' }) labels?: Record<string, string>;
  @Field(12, mapOf('string'), { description: 'Keys and values that tools keep here; nothing selects by them.' })
  annotations?: Record<string, string>;
  @Field(13, listOf(() => OwnerReference), {
    listType: 'map',
    listMapKeys: ['uid'],
    patchStrategy: 'merge',
    patchMergeKey: 'uid',
  })
  ownerReferences?: OwnerReference[];
  @Field(14, listOf('string'), { listType: 'set', patchStrategy: 'merge' }) finalizers?: string[];
  @Field(15, 'string', { last: 24 }) clusterName?: string;
  @Field(17, listOf(() => ManagedFieldsEntry), { listType: 'atomic' }) managedFields?: ManagedFieldsEntry[];
}
