import { CrossVersionObjectReference } from './cross-version-object-reference.js';
import { Field, Struct } from '../../../definition/decorators.js';
import { enumOf } from '../../../definition/field-type.js';
import { LabelSelector } from '../../../meta/v1/label-selector.js';
import { MetricSpec as DescribedMetricSpec } from '../../v2/horizontal-pod-autoscaler/metric-spec.js';

@Struct('autoscaling.v2beta1.ObjectMetricSource', {
  last: 35,
  description: 'A metric of an object, such as the requests of an Ingress.',
})
export class ObjectMetricSource {
  @Field(1, () => CrossVersionObjectReference, { required: true, last: 35, description: 'Object with the metric.' })
  target: CrossVersionObjectReference;
  @Field(2, 'string', { required: true, last: 35, description: 'Name of the metric.' }) metricName: string;
  @Field(3, 'quantity', { required: true, last: 35, description: 'Target value of the metric.' }) targetValue: string;
  @Field(4, () => LabelSelector, { pointer: true, last: 35, description: 'Labels of the metric.' })
  selector?: LabelSelector;
  @Field(5, 'quantity', { pointer: true, last: 35, description: 'Target mean value per pod.' }) averageValue?: string;
}

@Struct('autoscaling.v2beta1.PodsMetricSource', { last: 35, description: 'A metric of each pod, as a mean.' })
export class PodsMetricSource {
  @Field(1, 'string', { required: true, last: 35, description: 'Name of the metric.' }) metricName: string;
  @Field(2, 'quantity', { required: true, last: 35, description: 'Target mean value.' }) targetAverageValue: string;
  @Field(3, () => LabelSelector, { pointer: true, last: 35, description: 'Labels of the metric.' })
  selector?: LabelSelector;
}

@Struct('autoscaling.v2beta1.ResourceMetricSource', {
  last: 35,
  description: 'A resource that pods request, as a mean.',
})
export class ResourceMetricSource {
  @Field(1, 'string', {
    goType: 'v1.ResourceName',
    required: true,
    last: 35,
    description: 'Name of the resource: cpu or memory.',
  })
  name: string;
  @Field(2, 'int32', { pointer: true, last: 35, description: 'Target mean use, in percent of the requests.' })
  targetAverageUtilization?: number;
  @Field(3, 'quantity', { pointer: true, last: 35, description: 'Target mean use, as an amount.' })
  targetAverageValue?: string;
}

@Struct('autoscaling.v2beta1.ContainerResourceMetricSource', {
  last: 35,
  description: 'A resource that one container of each pod requests, as a mean.',
  describedAs: () => ResourceMetricSource,
})
export class ContainerResourceMetricSource {
  @Field(1, 'string', { goType: 'v1.ResourceName', required: true, last: 35 }) name: string;
  @Field(2, 'int32', { pointer: true, last: 35 }) targetAverageUtilization?: number;
  @Field(3, 'quantity', { pointer: true, last: 35 }) targetAverageValue?: string;
  @Field(4, 'string', { required: true, last: 35, description: 'Name of the container.' }) container: string;
}

@Struct('autoscaling.v2beta1.ExternalMetricSource', {
  last: 35,
  description: 'A metric of something outside the cluster.',
})
export class ExternalMetricSource {
  @Field(1, 'string', { required: true, last: 35, description: 'Name of the metric.' }) metricName: string;
  @Field(2, () => LabelSelector, { pointer: true, last: 35, description: 'Labels of the metric.' })
  metricSelector?: LabelSelector;
  @Field(3, 'quantity', { pointer: true, last: 35, description: 'Target value of the metric.' }) targetValue?: string;
  @Field(4, 'quantity', { pointer: true, last: 35, description: 'Target mean value per pod.' })
  targetAverageValue?: string;
}

@Struct('autoscaling.v2beta1.MetricSpec', {
  last: 35,
  description: 'A metric and its target. Only the field of the type is set.',
  describedAs: () => DescribedMetricSpec,
})
export class MetricSpec {
  @Field(1, enumOf('Object', 'Pods', 'Resource', 'ContainerResource', 'External'), {
    goType: 'v2beta1.MetricSourceType',
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
