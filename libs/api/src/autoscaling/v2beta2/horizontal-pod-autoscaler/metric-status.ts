import { CrossVersionObjectReference, MetricIdentifier } from './metric-target.js';
import { Field, Struct } from '../../../definition/decorators.js';
import { enumOf } from '../../../definition/field-type.js';
import {
  MetricValueStatus as DescribedMetricValueStatus,
  ObjectMetricStatus as DescribedObjectMetricStatus,
  PodsMetricStatus as DescribedPodsMetricStatus,
  ResourceMetricStatus as DescribedResourceMetricStatus,
  ContainerResourceMetricStatus as DescribedContainerResourceMetricStatus,
  ExternalMetricStatus as DescribedExternalMetricStatus,
  MetricStatus as DescribedMetricStatus,
} from '../../v2/horizontal-pod-autoscaler/metric-status.js';

@Struct('autoscaling.v2beta2.MetricValueStatus', { last: 35, describedAs: () => DescribedMetricValueStatus })
export class MetricValueStatus {
  @Field(1, 'quantity', { pointer: true, last: 35 }) value?: string;
  @Field(2, 'quantity', { pointer: true, last: 35 }) averageValue?: string;
  @Field(3, 'int32', { pointer: true, last: 35 }) averageUtilization?: number;
}

@Struct('autoscaling.v2beta2.ObjectMetricStatus', { last: 35, describedAs: () => DescribedObjectMetricStatus })
export class ObjectMetricStatus {
  @Field(1, () => MetricIdentifier, { required: true, last: 35 }) metric: MetricIdentifier;
  @Field(2, () => MetricValueStatus, { required: true, last: 35 }) current: MetricValueStatus;
  @Field(3, () => CrossVersionObjectReference, { required: true, last: 35 })
  describedObject: CrossVersionObjectReference;
}

@Struct('autoscaling.v2beta2.PodsMetricStatus', { last: 35, describedAs: () => DescribedPodsMetricStatus })
export class PodsMetricStatus {
  @Field(1, () => MetricIdentifier, { required: true, last: 35 }) metric: MetricIdentifier;
  @Field(2, () => MetricValueStatus, { required: true, last: 35 }) current: MetricValueStatus;
}

@Struct('autoscaling.v2beta2.ResourceMetricStatus', { last: 35, describedAs: () => DescribedResourceMetricStatus })
export class ResourceMetricStatus {
  @Field(1, 'string', { goType: 'v1.ResourceName', required: true, last: 35 }) name: string;
  @Field(2, () => MetricValueStatus, { required: true, last: 35 }) current: MetricValueStatus;
}

@Struct('autoscaling.v2beta2.ContainerResourceMetricStatus', {
  last: 35,
  describedAs: () => DescribedContainerResourceMetricStatus,
})
export class ContainerResourceMetricStatus {
  @Field(1, 'string', { goType: 'v1.ResourceName', required: true, last: 35 }) name: string;
  @Field(2, () => MetricValueStatus, { required: true, last: 35 }) current: MetricValueStatus;
  @Field(3, 'string', { required: true, last: 35 }) container: string;
}

@Struct('autoscaling.v2beta2.ExternalMetricStatus', { last: 35, describedAs: () => DescribedExternalMetricStatus })
export class ExternalMetricStatus {
  @Field(1, () => MetricIdentifier, { required: true, last: 35 }) metric: MetricIdentifier;
  @Field(2, () => MetricValueStatus, { required: true, last: 35 }) current: MetricValueStatus;
}

@Struct('autoscaling.v2beta2.MetricStatus', { last: 35, describedAs: () => DescribedMetricStatus })
export class MetricStatus {
  @Field(1, enumOf('Object', 'Pods', 'Resource', 'ContainerResource', 'External'), {
    goType: 'v2beta2.MetricSourceType',
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
