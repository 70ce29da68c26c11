import { Field, Struct } from '../../../definition/decorators.js';
import { enumOf, listOf } from '../../../definition/field-type.js';

@Struct('networking.v1.IngressPortStatus', { since: 26 })
export class IngressPortStatus {
  @Field(1, 'int32', { required: true, since: 26 }) port: number;
  @Field(2, enumOf('TCP', 'UDP', 'SCTP'), { goType: 'v1.Protocol', required: true, since: 26 }) protocol: string;
  @Field(3, 'string', { pointer: true, since: 26 }) error?: string;
}

@Struct('networking.v1.IngressLoadBalancerIngress', { since: 26 })
export class IngressLoadBalancerIngress {
  @Field(1, 'string', { since: 26 }) ip?: string;
  @Field(2, 'string', { since: 26 }) hostname?: string;
  @Field(4, listOf(() => IngressPortStatus), { listType: 'atomic', since: 26 }) ports?: IngressPortStatus[];
}

@Struct('networking.v1.IngressLoadBalancerStatus', { since: 26 })
export class IngressLoadBalancerStatus {
  @Field(1, listOf(() => IngressLoadBalancerIngress), { listType: 'atomic', since: 26 })
  ingress?: IngressLoadBalancerIngress[];
}

@Struct('networking.v1.IngressStatus')
export class IngressStatus {
  @Field(1, () => IngressLoadBalancerStatus) loadBalancer?: IngressLoadBalancerStatus;
}
