import { CrossVersionObjectReference, MetricIdentifier, MetricTarget } from './metric-target.js';
import { Field, Struct } from '../../../definition/decorators.js';
import { openEnumOf } from '../../../definition/field-type.js';

@Struct('autoscaling.v2.ObjectMetricSource', {
  since: 23,
  description: 'A metric of an object, such as the requests of an Ingress.',
})
export class ObjectMetricSource {
  @Field(1, () => CrossVersionObjectReference, { required: true, since: 23, description: 'Object with the metric.' })
  describedObject: CrossVersionObjectReference;
  @Field(2, () => MetricTarget, { required: true, since: 23, description: 'Target value.' }) target: MetricTarget;
  @Field(3, () => MetricIdentifier, { required: true, since: 23, description: 'Name and selector of the metric.' })
  metric: MetricIdentifier;
}

@Struct('autoscaling.v2.PodsMetricSource', { since: 23, description: 'A metric of each pod, as a mean.' })
export class PodsMetricSource {
  @Field(1, () => MetricIdentifier, { required: true, since: 23, description: 'Name and selector of the metric.' })
  metric: MetricIdentifier;
  @Field(2, () => MetricTarget, { required: true, since: 23, description: 'Target mean value.' }) target: MetricTarget;
}

@Struct('autoscaling.v2.ResourceMetricSource', { since: 23, description: 'A resource that pods request, as a mean.' })
export class ResourceMetricSource {
  @Field(1, 'string', {
    goType: 'v1.ResourceName',
    required: true,
    since: 23,
    description: 'Name of the resource: cpu or memory.',
  })
  name: string;
  @Field(2, () => MetricTarget, { required: true, since: 23, description: 'Target use.' }) target: MetricTarget;
}

@Struct('autoscaling.v2.ContainerResourceMetricSource', {
  since: 23,
  description: 'A resource that one container of each pod requests, as a mean.',
})
export class ContainerResourceMetricSource {
  @Field(1, 'string', {
    goType: 'v1.ResourceName',
    required: true,
    since: 23,
    description: 'Name of the resource: cpu or memory.',
  })
  name: string;
  @Field(2, () => MetricTarget, { required: true, since: 23, description: 'Target use.' }) target: MetricTarget;
  @Field(3, 'string', { required: true, since: 23, description: 'Name of the container.' }) container: string;
}

@Struct('autoscaling.v2.ExternalMetricSource', { since: 23, description: 'A metric of something outside the cluster.' })
export class ExternalMetricSource {
  @Field(1, () => MetricIdentifier, { required: true, since: 23, description: 'Name and selector of the metric.' })
  metric: MetricIdentifier;
  @Field(2, () => MetricTarget, { required: true, since: 23, description: 'Target value.' }) target: MetricTarget;
}

@Struct('autoscaling.v2.MetricSpec', {
  since: 23,
  description: 'A metric and its target. Only the field of the type is set.',
})
export class MetricSpec {
  @Field(1, openEnumOf('Object', 'Pods', 'Resource', 'ContainerResource', 'External'), {
    goType: 'v2.MetricSourceType',
    required: true,
    since: 23,
    description: 'Object, Pods, Resource, ContainerResource or External.',
  })
  type: string;
  @Field(2, () => ObjectMetricSource, { pointer: true, since: 23, description: 'A metric of an object.' })
  object?: ObjectMetricSource;
  @Field(3, () => PodsMetricSource, { pointer: true, since: 23, description: 'A metric of each pod.' })
  pods?: PodsMetricSource;
  @Field(4, () => ResourceMetricSource, { pointer: true, since: 23, description: 'A resource that pods request.' })
  resource?: ResourceMetricSource;
  @Field(7, () => ContainerResourceMetricSource, {
    pointer: true,
    since: 23,
    description: 'A resource that one container of each pod requests.',
  })
  containerResource?: ContainerResourceMetricSource;
  @Field(5, () => ExternalMetricSource, {
    pointer: true,
    since: 23,
    description: 'A metric of something outside the cluster.',
  })
  external?: ExternalMetricSource;
}
