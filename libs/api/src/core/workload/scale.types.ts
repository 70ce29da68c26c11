import { Field, Struct } from '../../definition/decorators.js';
import { KindObject } from '../../definition/kind-object.js';
import { ObjectMeta } from '../../meta/v1/object-meta.js';

@Struct('autoscaling.v1.ScaleSpec', { description: 'Desired number of replicas.' })
export class ScaleSpec {
  @Field(1, 'int32', { default: 0, description: 'Desired number of replicas.' }) replicas?: number;
}

@Struct('autoscaling.v1.ScaleStatus', { description: 'Observed number of replicas.' })
export class ScaleStatus {
  @Field(1, 'int32', { required: true, description: 'Number of replicas.' }) replicas: number;
  @Field(2, 'string', { description: 'Selector of the pods, as text.' }) selector?: string;
}

@Struct('autoscaling.v1.Scale', { typeMeta: true, description: 'Desired and current number of replicas.' })
export class Scale extends KindObject {
  @Field(1, () => ObjectMeta) metadata: ObjectMeta;
  @Field(2, () => ScaleSpec) spec?: ScaleSpec;
  @Field(3, () => ScaleStatus) status?: ScaleStatus;
}
