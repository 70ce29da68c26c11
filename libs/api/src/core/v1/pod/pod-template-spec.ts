import { Field, Struct } from '../../../definition/decorators.js';
import { ObjectMeta } from '../../../meta/v1/object-meta.js';
import { PodSpec } from './pod-spec.js';

@Struct('core.v1.PodTemplateSpec', { description: 'The pod a workload makes copies of.' })
export class PodTemplateSpec {
  @Field(1, () => ObjectMeta) metadata?: ObjectMeta;
  @Field(2, () => PodSpec) spec?: PodSpec;
}
