import { Field, Struct } from '../../../definition/decorators.js';
import { enumOf } from '../../../definition/field-type.js';
import { LabelSelector } from '../../../meta/v1/label-selector.js';

@Struct('autoscaling.v2.CrossVersionObjectReference', { since: 23 })
export class CrossVersionObjectReference {
  @Field(1, 'string', { required: true, since: 23 }) kind: string;
  @Field(2, 'string', { required: true, since: 23 }) name: string;
  @Field(3, 'string', { since: 23 }) apiVersion?: string;
}

@Struct('autoscaling.v2.MetricTarget', { since: 23 })
export class MetricTarget {
  @Field(1, enumOf('Utilization', 'Value', 'AverageValue'), {
    goType: 'v2.MetricTargetType',
    required: true,
    since: 23,
  })
  type: string;
  @Field(2, 'quantity', { pointer: true, since: 23 }) value?: string;
  @Field(3, 'quantity', { pointer: true, since: 23 }) averageValue?: string;
  @Field(4, 'int32', { pointer: true, since: 23 }) averageUtilization?: number;
}

@Struct('autoscaling.v2.MetricIdentifier', { since: 23 })
export class MetricIdentifier {
  @Field(1, 'string', { required: true, since: 23 }) name: string;
  @Field(2, () => LabelSelector, { pointer: true, since: 23 }) selector?: LabelSelector;
}
