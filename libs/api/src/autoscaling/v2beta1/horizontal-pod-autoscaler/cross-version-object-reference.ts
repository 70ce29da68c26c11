import { Field, Struct } from '../../../definition/decorators.js';
import { CrossVersionObjectReference as DescribedCrossVersionObjectReference } from '../../v1/horizontal-pod-autoscaler/horizontal-pod-autoscaler.types.js';

@Struct('autoscaling.v2beta1.CrossVersionObjectReference', {
  last: 35,
  description: 'An object in the same namespace.',
  describedAs: () => DescribedCrossVersionObjectReference,
})
export class CrossVersionObjectReference {
  @Field(1, 'string', { required: true, last: 35 }) kind: string;
  @Field(2, 'string', { required: true, last: 35 }) name: string;
  @Field(3, 'string', { last: 35 }) apiVersion?: string;
}
