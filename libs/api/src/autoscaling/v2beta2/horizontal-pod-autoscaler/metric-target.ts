import { Field, Struct } from '../../../definition/decorators.js';
import { enumOf } from '../../../definition/field-type.js';
import { LabelSelector } from '../../../meta/v1/label-selector.js';
import {
  CrossVersionObjectReference as DescribedCrossVersionObjectReference,
  MetricTarget as DescribedMetricTarget,
  MetricIdentifier as DescribedMetricIdentifier,
} from '../../v2/horizontal-pod-autoscaler/metric-target.js';

@Struct('autoscaling.v2beta2.CrossVersionObjectReference', {
  last: 35,
  describedAs: () => DescribedCrossVersionObjectReference,
})
export class CrossVersionObjectReference {
  @Field(1, 'string', { required: true, last: 35 }) kind: string;
  @Field(2, 'string', { required: true, last: 35 }) name: string;
  @Field(3, 'string', { last: 35 }) apiVersion?: string;
}

@Struct('autoscaling.v2beta2.MetricTarget', { last: 35, describedAs: () => DescribedMetricTarget })
export class MetricTarget {
  @Field(1, enumOf('Utilization', 'Value', 'AverageValue'), {
    goType: 'v2beta2.MetricTargetType',
    required: true,
    last: 35,
  })
  type: string;
  @Field(2, 'quantity', { pointer: true, last: 35 }) value?: string;
  @Field(3, 'quantity', { pointer: true, last: 35 }) averageValue?: string;
  @Field(4, 'int32', { pointer: true, last: 35 }) averageUtilization?: number;
}

@Struct('autoscaling.v2beta2.MetricIdentifier', { last: 35, describedAs: () => DescribedMetricIdentifier })
export class MetricIdentifier {
  @Field(1, 'string', { required: true, last: 35 }) name: string;
  @Field(2, () => LabelSelector, { pointer: true, last: 35 }) selector?: LabelSelector;
}
