import { Field, Struct } from '../../../definition/decorators.js';
import { listOf } from '../../../definition/field-type.js';
import { KindObject } from '../../../definition/kind-object.js';
import { LocalObjectReference, ObjectReference } from '../references.js';
import { ObjectMeta } from '../../../meta/v1/object-meta.js';

@Struct('core.v1.ServiceAccount', { typeMeta: true, description: 'An identity for processes that run in pods.' })
export class ServiceAccount extends KindObject {
  @Field(1, () => ObjectMeta) metadata: ObjectMeta;
  @Field(2, listOf(() => ObjectReference), {
    listType: 'map',
    listMapKeys: ['name'],
    patchStrategy: 'merge',
    patchMergeKey: 'name',
  })
  secrets?: ObjectReference[];
  @Field(3, listOf(() => LocalObjectReference), { listType: 'atomic' }) imagePullSecrets?: LocalObjectReference[];
  @Field(4, 'bool', { pointer: true }) automountServiceAccountToken?: boolean;
}
