import { Field, Struct } from '../../definition/decorators.js';
import { enumOf, listOf, mapOf } from '../../definition/field-type.js';

@Struct('meta.v1.OwnerReference', { structType: 'atomic' })
export class OwnerReference {
  @Field(5, 'string', { required: true }) apiVersion: string;
  @Field(1, 'string', { required: true }) kind: string;
  @Field(3, 'string', { required: true }) name: string;
  @Field(4, 'string', { required: true }) uid: string;
  @Field(6, 'bool', { pointer: true }) controller?: boolean;
  @Field(7, 'bool', { pointer: true }) blockOwnerDeletion?: boolean;
}

@Struct('meta.v1.ManagedFieldsEntry')
export class ManagedFieldsEntry {
  @Field(1, 'string') manager?: string;
  @Field(2, enumOf('Apply', 'Update')) operation?: string;
  @Field(3, 'string') apiVersion?: string;
  @Field(4, 'time', { pointer: true }) time?: string;
  @Field(6, 'string') fieldsType?: string;
  @Field(7, 'fieldsV1', { pointer: true }) fieldsV1?: Record<string, unknown>;
  @Field(8, 'string', { since: 22 }) subresource?: string;
}

@Struct('meta.v1.ObjectMeta')
export class ObjectMeta {
  @Field(1, 'string') name?: string;
  @Field(2, 'string') generateName?: string;
  @Field(3, 'string') namespace?: string;
  @Field(4, 'string') selfLink?: string;
  @Field(5, 'string') uid?: string;
  @Field(6, 'string') resourceVersion?: string;
  @Field(7, 'int64') generation?: number;
  @Field(8, 'time') creationTimestamp?: string;
  @Field(9, 'time', { pointer: true }) deletionTimestamp?: string;
  @Field(10, 'int64', { pointer: true }) deletionGracePeriodSeconds?: number;
  @Field(11, mapOf('string')) labels?: Record<string, string>;
  @Field(12, mapOf('string')) annotations?: Record<string, string>;
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
