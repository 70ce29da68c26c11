import { CrossVersionObjectReference, MetricIdentifier, MetricTarget } from './metric-target.js';
import { Field, Struct } from '../../../definition/decorators.js';
import { enumOf } from '../../../definition/field-type.js';
import {
  ObjectMetricSource as DescribedObjectMetricSource,
  PodsMetricSource as DescribedPodsMetricSource,
  ResourceMetricSource as DescribedResourceMetricSource,
  ContainerResourceMetricSource as DescribedContainerResourceMetricSource,
  ExternalMetricSource as DescribedExternalMetricSource,
  MetricSpec as DescribedMetricSpec,
} from '../../v2/horizontal-pod-autoscaler/metric-spec.js';

@Struct('autoscaling.v2beta2.ObjectMetricSource', { last: 35, describedAs: () => DescribedObjectMetricSource })
export class ObjectMetricSource {
  @Field(1, () => CrossVersionObjectReference, { required: true, last: 35 })
  describedObject: CrossVersionObjectReference;
  @Field(2, () => MetricTarget, { required: true, last: 35 }) target: MetricTarget;
  @Field(3, () => MetricIdentifier, { required: true, last: 35 }) metric: MetricIdentifier;
}

@Struct('autoscaling.v2beta2.PodsMetricSource', { last: 35, describedAs: () => DescribedPodsMetricSource })
export class PodsMetricSource {
  @Field(1, () => MetricIdentifier, { required: true, last: 35 }) metric: MetricIdentifier;
  @Field(2, () => MetricTarget, { required: true, last: 35 }) target: MetricTarget;
}

@Struct('autoscaling.v2beta2.ResourceMetricSource', { last: 35, describedAs: () => DescribedResourceMetricSource })
export class ResourceMetricSource {
  @Field(1, 'string', { goType: 'v1.ResourceName', required: true, last: 35 }) name: string;
  @Field(2, () => MetricTarget, { required: true, last: 35 }) target: MetricTarget;
}

@Struct('autoscaling.v2beta2.ContainerResourceMetricSource', {
  last: 35,
  describedAs: () => DescribedContainerResourceMetricSource,
})
export class ContainerResourceMetricSource {
  @Field(1, 'string', { goType: 'v1.ResourceName', required: true, last: 35 }) name: string;
  @Field(2, () => MetricTarget, { required: true, last: 35 }) target: MetricTarget;
  @Field(3, 'string', { required: true, last: 35 }) container: string;
}

@Struct('autoscaling.v2beta2.ExternalMetricSource', { last: 35, describedAs: () => DescribedExternalMetricSource })
export class ExternalMetricSource {
  @Field(1, () => MetricIdentifier, { required: true, last: 35 }) metric: MetricIdentifier;
  @Field(2, () => MetricTarget, { required: true, last: 35 }) target: MetricTarget;
}

@Struct('autoscaling.v2beta2.MetricSpec', { last: 35, describedAs: () => DescribedMetricSpec })
export class MetricSpec {
  @Field(1, enumOf('Object', 'Pods', 'Resource', 'ContainerResource', 'External'), {
    goType: 'v2beta2.MetricSourceType',
    required: true,
    last: 35,
  })
  type: string;
  @Field(2, () => ObjectMetricSource, { pointer: true, last: 35 }) object?: ObjectMetricSource;
  @Field(3, () => PodsMetricSource, { pointer: true, last: 35 }) pods?: PodsMetricSource;
  @Field(4, () => ResourceMetricSource, { pointer: true, last: 35 }) resource?: ResourceMetricSource;
  @Field(7, () => ContainerResourceMetricSource, { pointer: true, last: 35 })
  containerResource?: ContainerResourceMetricSource;
  @Field(5, () => ExternalMetricSource, { pointer: true, last: 35 }) external?: ExternalMetricSource;
}
