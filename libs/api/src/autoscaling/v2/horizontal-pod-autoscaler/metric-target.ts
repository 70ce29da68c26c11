import { Field, Struct } from '../../../definition/decorators.js';
import { openEnumOf } from '../../../definition/field-type.js';
import { LabelSelector } from '../../../meta/v1/label-selector.js';
import { CrossVersionObjectReference as DescribedCrossVersionObjectReference } from '../../v1/horizontal-pod-autoscaler/horizontal-pod-autoscaler.types.js';

@Struct('autoscaling.v2.CrossVersionObjectReference', {
  since: 23,
  description: 'An object in the same namespace.',
  describedAs: () => DescribedCrossVersionObjectReference,
})
export class CrossVersionObjectReference {
  @Field(1, 'string', { required: true, since: 23 }) kind: string;
  @Field(2, 'string', { required: true, since: 23 }) name: string;
  @Field(3, 'string', { since: 23 }) apiVersion?: string;
}

@Struct('autoscaling.v2.MetricTarget', {
  since: 23,
  description: 'Target of a metric. Only the field of the type is set.',
})
export class MetricTarget {
  @Field(1, openEnumOf('Utilization', 'Value', 'AverageValue'), {
    goType: 'v2.MetricTargetType',
    required: true,
    since: 23,
    description: 'Utilization, Value or AverageValue.',
  })
  type: string;
  @Field(2, 'quantity', { pointer: true, since: 23, description: 'Target value of the metric.' }) value?: string;
  @Field(3, 'quantity', { pointer: true, since: 23, description: 'Target mean value per pod.' }) averageValue?: string;
  @Field(4, 'int32', {
    pointer: true,
    since: 23,
    description: 'Target mean use, in percent of the requests. Only for resources.',
  })
  averageUtilization?: number;
}

@Struct('autoscaling.v2.MetricIdentifier', { since: 23, description: 'A metric by name and labels.' })
export class MetricIdentifier {
  @Field(1, 'string', { required: true, since: 23, description: 'Name of the metric.' }) name: string;
  @Field(2, () => LabelSelector, {
    pointer: true,
    since: 23,
    description: 'Labels of the metric, passed to the metrics server.',
  })
  selector?: LabelSelector;
}
