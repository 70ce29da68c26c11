import { Field, Struct } from '../../../definition/decorators.js';
import { enumOf, listOf } from '../../../definition/field-type.js';

@Struct('networking.v1.IngressPortStatus', { since: 26, description: 'State of a port of an Ingress.' })
export class IngressPortStatus {
  @Field(1, 'int32', { required: true, since: 26, description: 'Port number.' }) port: number;
  @Field(2, enumOf('TCP', 'UDP', 'SCTP'), {
    goType: 'v1.Protocol',
    required: true,
    since: 26,
    description: 'TCP, UDP or SCTP.',
  })
  protocol: string;
  @Field(3, 'string', {
    pointer: true,
    since: 26,
    description: 'Reason of the failure, in CamelCase or as `DOMAIN/NAME`; absent without failure.',
  })
  error?: string;
}

@Struct('networking.v1.IngressLoadBalancerIngress', {
  since: 26,
  description: 'An address of the load balancer of an Ingress.',
})
export class IngressLoadBalancerIngress {
  @Field(1, 'string', { since: 26, description: 'IP address.' }) ip?: string;
  @Field(2, 'string', { since: 26, description: 'Host name of the load balancer.' }) hostname?: string;
  @Field(4, listOf(() => IngressPortStatus), { listType: 'atomic', since: 26, description: 'State of the ports.' })
  ports?: IngressPortStatus[];
}

@Struct('networking.v1.IngressLoadBalancerStatus', {
  since: 26,
  description: 'State of the load balancer of an Ingress.',
})
export class IngressLoadBalancerStatus {
  @Field(1, listOf(() => IngressLoadBalancerIngress), {
    listType: 'atomic',
    since: 26,
    description: 'Addresses of the load balancer.',
  })
  ingress?: IngressLoadBalancerIngress[];
}

@Struct('networking.v1.IngressStatus', { description: 'Observed state of an Ingress.' })
export class IngressStatus {
  @Field(1, () => IngressLoadBalancerStatus, { description: 'State of the load balancer.' })
  loadBalancer?: IngressLoadBalancerStatus;
}
