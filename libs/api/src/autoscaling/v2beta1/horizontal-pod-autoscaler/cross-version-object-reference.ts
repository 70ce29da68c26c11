import { Field, Struct } from '../../../definition/decorators.js';

@Struct('autoscaling.v2beta1.CrossVersionObjectReference', { last: 35 })
export class CrossVersionObjectReference {
  @Field(1, 'string', { required: true, last: 35 }) kind: string;
  @Field(2, 'string', { required: true, last: 35 }) name: string;
  @Field(3, 'string', { last: 35 }) apiVersion?: string;
}
