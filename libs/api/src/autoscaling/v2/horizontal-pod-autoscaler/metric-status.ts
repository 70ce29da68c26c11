import { CrossVersionObjectReference, MetricIdentifier } from './metric-target.js';
import { Field, Struct } from '../../../definition/decorators.js';
import { openEnumOf } from '../../../definition/field-type.js';
import { MetricSpec } from './metric-spec.js';

@Struct('autoscaling.v2.MetricValueStatus', { since: 23, description: 'Last value of a metric.' })
export class MetricValueStatus {
  @Field(1, 'quantity', { pointer: true, since: 23, description: 'Value of the metric.' }) value?: string;
  @Field(2, 'quantity', { pointer: true, since: 23, description: 'Mean value per pod.' }) averageValue?: string;
  @Field(3, 'int32', { pointer: true, since: 23, description: 'Mean use of the pods, in percent of their requests.' })
  averageUtilization?: number;
}

@Struct('autoscaling.v2.ObjectMetricStatus', { since: 23, description: 'Last value of a metric of an object.' })
export class ObjectMetricStatus {
  @Field(1, () => MetricIdentifier, { required: true, since: 23, description: 'Name and selector of the metric.' })
  metric: MetricIdentifier;
  @Field(2, () => MetricValueStatus, { required: true, since: 23, description: 'Last value.' })
  current: MetricValueStatus;
  @Field(3, () => CrossVersionObjectReference, { required: true, since: 23, description: 'Object with the metric.' })
  describedObject: CrossVersionObjectReference;
}

@Struct('autoscaling.v2.PodsMetricStatus', { since: 23, description: 'Last value of a metric of each pod.' })
export class PodsMetricStatus {
  @Field(1, () => MetricIdentifier, { required: true, since: 23, description: 'Name and selector of the metric.' })
  metric: MetricIdentifier;
  @Field(2, () => MetricValueStatus, { required: true, since: 23, description: 'Last mean value.' })
  current: MetricValueStatus;
}

@Struct('autoscaling.v2.ResourceMetricStatus', { since: 23, description: 'Last use of a resource that pods request.' })
export class ResourceMetricStatus {
  @Field(1, 'string', { goType: 'v1.ResourceName', required: true, since: 23, description: 'Name of the resource.' })
  name: string;
  @Field(2, () => MetricValueStatus, { required: true, since: 23, description: 'Last mean use.' })
  current: MetricValueStatus;
}

@Struct('autoscaling.v2.ContainerResourceMetricStatus', {
  since: 23,
  description: 'Last use of a resource that one container of each pod requests.',
})
export class ContainerResourceMetricStatus {
  @Field(1, 'string', { goType: 'v1.ResourceName', required: true, since: 23, description: 'Name of the resource.' })
  name: string;
  @Field(2, () => MetricValueStatus, { required: true, since: 23, description: 'Last mean use.' })
  current: MetricValueStatus;
  @Field(3, 'string', { required: true, since: 23, description: 'Name of the container.' }) container: string;
}

@Struct('autoscaling.v2.ExternalMetricStatus', {
  since: 23,
  description: 'Last value of a metric of something outside the cluster.',
})
export class ExternalMetricStatus {
  @Field(1, () => MetricIdentifier, { required: true, since: 23, description: 'Name and selector of the metric.' })
  metric: MetricIdentifier;
  @Field(2, () => MetricValueStatus, { required: true, since: 23, description: 'Last value.' })
  current: MetricValueStatus;
}

@Struct('autoscaling.v2.MetricStatus', {
  since: 23,
  description: 'Last value of a metric. Only the field of the type is set.',
  describedAs: () => MetricSpec,
})
export class MetricStatus {
  @Field(1, openEnumOf('Object', 'Pods', 'Resource', 'ContainerResource', 'External'), {
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
