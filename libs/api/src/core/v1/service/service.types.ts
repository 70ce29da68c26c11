import { Field, Struct } from '../../../definition/decorators.js';
import { enumOf, listOf, openEnumOf } from '../../../definition/field-type.js';
import { KindObject } from '../../../definition/kind-object.js';
import { Condition } from '../../../meta/v1/condition.js';
import { ObjectMeta } from '../../../meta/v1/object-meta.js';
import { ServiceSpec } from './service-spec.js';

@Struct('core.v1.PortStatus', { description: 'State of a port of a load balancer.' })
export class PortStatus {
  @Field(1, 'int32', { required: true, description: 'Port number.' }) port: number;
  @Field(2, enumOf('TCP', 'UDP', 'SCTP'), {
    goType: 'v1.Protocol',
    required: true,
    description: 'Protocol of the port: TCP, UDP or SCTP.',
  })
  protocol: string;
  @Field(3, 'string', {
    pointer: true,
    description: 'Reason of the failure, in CamelCase or as `DOMAIN/NAME`; absent without failure.',
  })
  error?: string;
}

@Struct('core.v1.LoadBalancerIngress', { description: 'An address of a load balancer.' })
export class LoadBalancerIngress {
  @Field(1, 'string', { description: 'IP address.' }) ip?: string;
  @Field(2, 'string', { description: 'Host name of the load balancer.' }) hostname?: string;
  @Field(4, listOf(() => PortStatus), { listType: 'atomic', description: 'State of the ports.' }) ports?: PortStatus[];
  @Field(3, openEnumOf('VIP', 'Proxy'), {
    goType: 'v1.LoadBalancerIPMode',
    pointer: true,
    since: 29,
    description:
      'VIP: packets arrive with the address of the load balancer; Proxy: with that of a node or pod. Default: VIP.',
  })
  ipMode?: string;
}

@Struct('core.v1.LoadBalancerStatus', { description: 'State of a load balancer.' })
export class LoadBalancerStatus {
  @Field(1, listOf(() => LoadBalancerIngress), { listType: 'atomic', description: 'Addresses of the load balancer.' })
  ingress?: LoadBalancerIngress[];
}

@Struct('core.v1.ServiceStatus', { description: 'Observed state of a Service.' })
export class ServiceStatus {
  @Field(1, () => LoadBalancerStatus, { description: 'State of the load balancer.' }) loadBalancer?: LoadBalancerStatus;
  @Field(2, listOf(() => Condition), {
    listType: 'map',
    listMapKeys: ['type'],
    patchStrategy: 'merge',
    patchMergeKey: 'type',
    description: 'Conditions of the service.',
  })
  conditions?: Condition[];
}

@Struct('core.v1.Service', {
  typeMeta: true,
  description: 'A stable address for a changing set of pods.',
})
export class Service extends KindObject {
  @Field(1, () => ObjectMeta) metadata: ObjectMeta;
  @Field(2, () => ServiceSpec) spec?: ServiceSpec;
  @Field(3, () => ServiceStatus) status?: ServiceStatus;
}
