import { PodTemplateSpec } from '../pod/pod-template-spec.js';
import { Field, Struct } from '../../../definition/decorators.js';
import { KindObject } from '../../../definition/kind-object.js';
import { ObjectMeta } from '../../../meta/v1/object-meta.js';

@Struct('core.v1.PodTemplate', { typeMeta: true, description: 'A pod to make copies of.' })
export class PodTemplate extends KindObject {
  @Field(1, () => ObjectMeta) metadata: ObjectMeta;
  @Field(2, () => PodTemplateSpec, { description: 'Pods that are created from the template.' })
  template?: PodTemplateSpec;
}
