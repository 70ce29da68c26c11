import { Field, Struct } from '../../../definition/decorators.js';
import { enumOf, listOf } from '../../../definition/field-type.js';
import { KindObject } from '../../../definition/kind-object.js';
import { Condition } from '../../../meta/v1/condition.js';
import { ObjectMeta } from '../../../meta/v1/object-meta.js';
import { ServiceSpec } from './service-spec.js';

@Struct('core.v1.PortStatus')
export class PortStatus {
  @Field(1, 'int32', { required: true }) port: number;
  @Field(2, enumOf('TCP', 'UDP', 'SCTP'), { goType: 'v1.Protocol', required: true }) protocol: string;
  @Field(3, 'string', { pointer: true }) error?: string;
}

@Struct('core.v1.LoadBalancerIngress')
export class LoadBalancerIngress {
  @Field(1, 'string') ip?: string;
  @Field(2, 'string') hostname?: string;
  @Field(4, listOf(() => PortStatus), { listType: 'atomic' }) ports?: PortStatus[];
  @Field(3, enumOf('VIP', 'Proxy'), { goType: 'v1.LoadBalancerIPMode', pointer: true, since: 29 }) ipMode?: string;
}

@Struct('core.v1.LoadBalancerStatus')
export class LoadBalancerStatus {
  @Field(1, listOf(() => LoadBalancerIngress), { listType: 'atomic' }) ingress?: LoadBalancerIngress[];
}

@Struct('core.v1.ServiceStatus')
export class ServiceStatus {
  @Field(1, () => LoadBalancerStatus) loadBalancer?: LoadBalancerStatus;
  @Field(2, listOf(() => Condition), {
    listType: 'map',
    listMapKeys: ['type'],
    patchStrategy: 'merge',
    patchMergeKey: 'type',
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
