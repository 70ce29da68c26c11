import { CrossVersionObjectReference, MetricIdentifier, MetricTarget } from './metric-target.js';
import { Field, Struct } from '../../../definition/decorators.js';
import { enumOf } from '../../../definition/field-type.js';

@Struct('autoscaling.v2.ObjectMetricSource', { since: 23 })
export class ObjectMetricSource {
  @Field(1, () => CrossVersionObjectReference, { required: true, since: 23 })
  describedObject: CrossVersionObjectReference;
  @Field(2, () => MetricTarget, { required: true, since: 23 }) target: MetricTarget;
  @Field(3, () => MetricIdentifier, { required: true, since: 23 }) metric: MetricIdentifier;
}

@Struct('autoscaling.v2.PodsMetricSource', { since: 23 })
export class PodsMetricSource {
  @Field(1, () => MetricIdentifier, { required: true, since: 23 }) metric: MetricIdentifier;
  @Field(2, () => MetricTarget, { required: true, since: 23 }) target: MetricTarget;
}

@Struct('autoscaling.v2.ResourceMetricSource', { since: 23 })
export class ResourceMetricSource {
  @Field(1, 'string', { goType: 'v1.ResourceName', required: true, since: 23 }) name: string;
  @Field(2, () => MetricTarget, { required: true, since: 23 }) target: MetricTarget;
}

@Struct('autoscaling.v2.ContainerResourceMetricSource', { since: 23 })
export class ContainerResourceMetricSource {
  @Field(1, 'string', { goType: 'v1.ResourceName', required: true, since: 23 }) name: string;
  @Field(2, () => MetricTarget, { required: true, since: 23 }) target: MetricTarget;
  @Field(3, 'string', { required: true, since: 23 }) container: string;
}

@Struct('autoscaling.v2.ExternalMetricSource', { since: 23 })
export class ExternalMetricSource {
  @Field(1, () => MetricIdentifier, { required: true, since: 23 }) metric: MetricIdentifier;
  @Field(2, () => MetricTarget, { required: true, since: 23 }) target: MetricTarget;
}

@Struct('autoscaling.v2.MetricSpec', { since: 23 })
export class MetricSpec {
  @Field(1, enumOf('Object', 'Pods', 'Resource', 'ContainerResource', 'External'), {
    goType: 'v2.MetricSourceType',
    required: true,
    since: 23,
  })
  type: string;
  @Field(2, () => ObjectMetricSource, { pointer: true, since: 23 }) object?: ObjectMetricSource;
  @Field(3, () => PodsMetricSource, { pointer: true, since: 23 }) pods?: PodsMetricSource;
  @Field(4, () => ResourceMetricSource, { pointer: true, since: 23 }) resource?: ResourceMetricSource;
  @Field(7, () => ContainerResourceMetricSource, { pointer: true, since: 23 })
  containerResource?: ContainerResourceMetricSource;
  @Field(5, () => ExternalMetricSource, { pointer: true, since: 23 }) external?: ExternalMetricSource;
}
