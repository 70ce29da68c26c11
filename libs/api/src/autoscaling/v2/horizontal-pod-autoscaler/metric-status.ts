import { CrossVersionObjectReference, MetricIdentifier } from './metric-target.js';
import { Field, Struct } from '../../../definition/decorators.js';
import { enumOf } from '../../../definition/field-type.js';

@Struct('autoscaling.v2.MetricValueStatus', { since: 23 })
export class MetricValueStatus {
  @Field(1, 'quantity', { pointer: true, since: 23 }) value?: string;
  @Field(2, 'quantity', { pointer: true, since: 23 }) averageValue?: string;
  @Field(3, 'int32', { pointer: true, since: 23 }) averageUtilization?: number;
}

@Struct('autoscaling.v2.ObjectMetricStatus', { since: 23 })
export class ObjectMetricStatus {
  @Field(1, () => MetricIdentifier, { required: true, since: 23 }) metric: MetricIdentifier;
  @Field(2, () => MetricValueStatus, { required: true, since: 23 }) current: MetricValueStatus;
  @Field(3, () => CrossVersionObjectReference, { required: true, since: 23 })
  describedObject: CrossVersionObjectReference;
}

@Struct('autoscaling.v2.PodsMetricStatus', { since: 23 })
export class PodsMetricStatus {
  @Field(1, () => MetricIdentifier, { required: true, since: 23 }) metric: MetricIdentifier;
  @Field(2, () => MetricValueStatus, { required: true, since: 23 }) current: MetricValueStatus;
}

@Struct('autoscaling.v2.ResourceMetricStatus', { since: 23 })
export class ResourceMetricStatus {
  @Field(1, 'string', { goType: 'v1.ResourceName', required: true, since: 23 }) name: string;
  @Field(2, () => MetricValueStatus, { required: true, since: 23 }) current: MetricValueStatus;
}

@Struct('autoscaling.v2.ContainerResourceMetricStatus', { since: 23 })
export class ContainerResourceMetricStatus {
  @Field(1, 'string', { goType: 'v1.ResourceName', required: true, since: 23 }) name: string;
  @Field(2, () => MetricValueStatus, { required: true, since: 23 }) current: MetricValueStatus;
  @Field(3, 'string', { required: true, since: 23 }) container: string;
}

@Struct('autoscaling.v2.ExternalMetricStatus', { since: 23 })
export class ExternalMetricStatus {
  @Field(1, () => MetricIdentifier, { required: true, since: 23 }) metric: MetricIdentifier;
  @Field(2, () => MetricValueStatus, { required: true, since: 23 }) current: MetricValueStatus;
}

@Struct('autoscaling.v2.MetricStatus', { since: 23 })
export class MetricStatus {
  @Field(1, enumOf('Object', 'Pods', 'Resource', 'ContainerResource', 'External'), {
    goType: 'v2.MetricSourceType',
    required: true,
    since: 23,
  })
  type: string;
  @Field(2, () => ObjectMetricStatus, { pointer: true, since: 23 }) object?: ObjectMetricStatus;
  @Field(3, () => PodsMetricStatus, { pointer: true, since: 23 }) pods?: PodsMetricStatus;
  @Field(4, () => ResourceMetricStatus, { pointer: true, since: 23 }) resource?: ResourceMetricStatus;
  @Field(7, () => ContainerResourceMetricStatus, { pointer: true, since: 23 })
  containerResource?: ContainerResourceMetricStatus;
  @Field(5, () => ExternalMetricStatus, { pointer: true, since: 23 }) external?: ExternalMetricStatus;
}
