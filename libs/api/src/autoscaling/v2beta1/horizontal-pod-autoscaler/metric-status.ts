import { CrossVersionObjectReference } from './cross-version-object-reference.js';
import { Field, Struct } from '../../../definition/decorators.js';
import { enumOf } from '../../../definition/field-type.js';
import { LabelSelector } from '../../../meta/v1/label-selector.js';

@Struct('autoscaling.v2beta1.ObjectMetricStatus', { last: 35 })
export class ObjectMetricStatus {
  @Field(1, () => CrossVersionObjectReference, { required: true, last: 35 }) target: CrossVersionObjectReference;
  @Field(2, 'string', { required: true, last: 35 }) metricName: string;
  @Field(3, 'quantity', { required: true, last: 35 }) currentValue: string;
  @Field(4, () => LabelSelector, { pointer: true, last: 35 }) selector?: LabelSelector;
  @Field(5, 'quantity', { pointer: true, last: 35 }) averageValue?: string;
}

@Struct('autoscaling.v2beta1.PodsMetricStatus', { last: 35 })
export class PodsMetricStatus {
  @Field(1, 'string', { required: true, last: 35 }) metricName: string;
  @Field(2, 'quantity', { required: true, last: 35 }) currentAverageValue: string;
  @Field(3, () => LabelSelector, { pointer: true, last: 35 }) selector?: LabelSelector;
}

@Struct('autoscaling.v2beta1.ResourceMetricStatus', { last: 35 })
export class ResourceMetricStatus {
  @Field(1, 'string', { goType: 'v1.ResourceName', required: true, last: 35 }) name: string;
  @Field(2, 'int32', { pointer: true, last: 35 }) currentAverageUtilization?: number;
  @Field(3, 'quantity', { required: true, last: 35 }) currentAverageValue: string;
}

@Struct('autoscaling.v2beta1.ContainerResourceMetricStatus', { last: 35 })
export class ContainerResourceMetricStatus {
  @Field(1, 'string', { goType: 'v1.ResourceName', required: true, last: 35 }) name: string;
  @Field(2, 'int32', { pointer: true, last: 35 }) currentAverageUtilization?: number;
  @Field(3, 'quantity', { required: true, last: 35 }) currentAverageValue: string;
  @Field(4, 'string', { required: true, last: 35 }) container: string;
}

@Struct('autoscaling.v2beta1.ExternalMetricStatus', { last: 35 })
export class ExternalMetricStatus {
  @Field(1, 'string', { required: true, last: 35 }) metricName: string;
  @Field(2, () => LabelSelector, { pointer: true, last: 35 }) metricSelector?: LabelSelector;
  @Field(3, 'quantity', { required: true, last: 35 }) currentValue: string;
  @Field(4, 'quantity', { pointer: true, last: 35 }) currentAverageValue?: string;
}

@Struct('autoscaling.v2beta1.MetricStatus', { last: 35 })
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
