import { CrossVersionObjectReference } from './cross-version-object-reference.js';
import { Field, Struct } from '../../../definition/decorators.js';
import { enumOf } from '../../../definition/field-type.js';
import { LabelSelector } from '../../../meta/v1/label-selector.js';
import { ObjectMetricSource, PodsMetricSource, ExternalMetricSource } from './metric-spec.js';
import { MetricSpec } from '../../v2/horizontal-pod-autoscaler/metric-spec.js';

@Struct('autoscaling.v2beta1.ObjectMetricStatus', {
  last: 35,
  description: 'Last value of a metric of an object.',
  describedAs: () => ObjectMetricSource,
})
export class ObjectMetricStatus {
  @Field(1, () => CrossVersionObjectReference, { required: true, last: 35 }) target: CrossVersionObjectReference;
  @Field(2, 'string', { required: true, last: 35 }) metricName: string;
  @Field(3, 'quantity', { required: true, last: 35, description: 'Last value.' }) currentValue: string;
  @Field(4, () => LabelSelector, { pointer: true, last: 35 }) selector?: LabelSelector;
  @Field(5, 'quantity', { pointer: true, last: 35, description: 'Last mean value per pod.' }) averageValue?: string;
}

@Struct('autoscaling.v2beta1.PodsMetricStatus', {
  last: 35,
  description: 'Last value of a metric of each pod.',
  describedAs: () => PodsMetricSource,
})
export class PodsMetricStatus {
  @Field(1, 'string', { required: true, last: 35 }) metricName: string;
  @Field(2, 'quantity', { required: true, last: 35, description: 'Last mean value.' }) currentAverageValue: string;
  @Field(3, () => LabelSelector, { pointer: true, last: 35 }) selector?: LabelSelector;
}

@Struct('autoscaling.v2beta1.ResourceMetricStatus', {
  last: 35,
  description: 'Last use of a resource that pods request.',
})
export class ResourceMetricStatus {
  @Field(1, 'string', { goType: 'v1.ResourceName', required: true, last: 35, description: 'Name of the resource.' })
  name: string;
  @Field(2, 'int32', { pointer: true, last: 35, description: 'Last mean use, in percent of the requests.' })
  currentAverageUtilization?: number;
  @Field(3, 'quantity', { required: true, last: 35, description: 'Last mean use, as an amount.' })
  currentAverageValue: string;
}

@Struct('autoscaling.v2beta1.ContainerResourceMetricStatus', {
  last: 35,
  description: 'Last use of a resource that one container of each pod requests.',
  describedAs: () => ResourceMetricStatus,
})
export class ContainerResourceMetricStatus {
  @Field(1, 'string', { goType: 'v1.ResourceName', required: true, last: 35 }) name: string;
  @Field(2, 'int32', { pointer: true, last: 35 }) currentAverageUtilization?: number;
  @Field(3, 'quantity', { required: true, last: 35 }) currentAverageValue: string;
  @Field(4, 'string', { required: true, last: 35, description: 'Name of the container.' }) container: string;
}

@Struct('autoscaling.v2beta1.ExternalMetricStatus', {
  last: 35,
  description: 'Last value of a metric of something outside the cluster.',
  describedAs: () => ExternalMetricSource,
})
export class ExternalMetricStatus {
  @Field(1, 'string', { required: true, last: 35 }) metricName: string;
  @Field(2, () => LabelSelector, { pointer: true, last: 35 }) metricSelector?: LabelSelector;
  @Field(3, 'quantity', { required: true, last: 35, description: 'Last value.' }) currentValue: string;
  @Field(4, 'quantity', { pointer: true, last: 35, description: 'Last mean value per pod.' })
  currentAverageValue?: string;
}

@Struct('autoscaling.v2beta1.MetricStatus', {
  last: 35,
  description: 'Last value of a metric. Only the field of the type is set.',
  describedAs: () => MetricSpec,
})
export class MetricStatus {
  @Field(1, enumOf('Object', 'Pods', 'Resource', 'ContainerResource', 'External'), {
    goType: 'v2beta1.MetricSourceType',
    required: true,
    last: 35,
  })
  type: string;
  @Field(2, () => ObjectMetricStatus, { pointer: true, last: 35 }) object?: ObjectMetricStatus;
  @Field(3, () => PodsMetricStatus, { pointer: true, last: 35 }) pods?: PodsMetricStatus;
  @Field(4, () => ResourceMetricStatus, { pointer: true, last: 35 }) resource?: ResourceMetricStatus;
  @Field(7, () => ContainerResourceMetricStatus, { pointer: true, last: 35 })
  containerResource?: ContainerResourceMetricStatus;
  @Field(5, () => ExternalMetricStatus, { pointer: true, last: 35 }) external?: ExternalMetricStatus;
}
