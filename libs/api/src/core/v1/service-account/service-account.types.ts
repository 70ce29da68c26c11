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
    description: 'Secrets that pods of the service account may use. Enforced only with the annotation for it.',
  })
  secrets?: ObjectReference[];
  @Field(3, listOf(() => LocalObjectReference), {
    listType: 'atomic',
    description: 'Secrets for pulling images, added to pods that have none.',
  })
  imagePullSecrets?: LocalObjectReference[];
  @Field(4, 'bool', { pointer: true, description: 'Whether pods get a token. Default: true. Pods may override it.' })
  automountServiceAccountToken?: boolean;
}
