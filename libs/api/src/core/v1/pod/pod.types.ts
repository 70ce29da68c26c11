import { Field, Struct } from '../../../definition/decorators.js';
import { KindObject } from '../../../definition/kind-object.js';
import { PodSpec } from './pod-spec.js';
import { PodStatus } from './pod-status.js';
import { ObjectMeta } from '../../../meta/v1/object-meta.js';

@Struct('core.v1.Pod', {
  typeMeta: true,
  description: 'Containers that run together on one node and share its network and volumes.',
})
export class Pod extends KindObject {
  @Field(1, () => ObjectMeta) metadata: ObjectMeta;
  @Field(2, () => PodSpec) spec?: PodSpec;
  @Field(3, () => PodStatus) status?: PodStatus;
}
