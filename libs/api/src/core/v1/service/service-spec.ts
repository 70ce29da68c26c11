import { Field, Struct } from '../../../definition/decorators.js';
import { enumOf, listOf, mapOf } from '../../../definition/field-type.js';

@Struct('core.v1.ServicePort')
export class ServicePort {
  @Field(1, 'string', { description: 'Required and unique with several ports.' }) name?: string;
  @Field(2, enumOf('TCP', 'UDP', 'SCTP'), { goType: 'v1.Protocol', default: 'TCP' }) protocol?: string;
  @Field(6, 'string', { pointer: true }) appProtocol?: string;
  @Field(3, 'int32', { required: true, description: 'Port clients of the service call.' }) port: number;
  @Field(4, 'intOrString', { description: 'Number or name of the port on the pods. Default: `port`.' })
  targetPort?: number | string;
  @Field(5, 'int32', { description: 'Port on every node. Assigned where the type needs one.' }) nodePort?: number;
}

@Struct('core.v1.ClientIPConfig')
export class ClientIPConfig {
  @Field(1, 'int32', { pointer: true, description: 'Session affinity timeout in seconds. Default 10800.' })
  timeoutSeconds?: number;
}

@Struct('core.v1.SessionAffinityConfig')
export class SessionAffinityConfig {
  @Field(1, () => ClientIPConfig, { pointer: true }) clientIP?: ClientIPConfig;
}

@Struct('core.v1.ServiceSpec')
export class ServiceSpec {
  @Field(1, listOf(() => ServicePort), {
    listType: 'map',
    listMapKeys: ['port', 'protocol'],
    patchStrategy: 'merge',
    patchMergeKey: 'port',
  })
  ports?: ServicePort[];
  @Field(2, mapOf('string'), { mapType: 'atomic', description: 'Labels of the pods behind the service.' })
  selector?: Record<string, string>;
  @Field(3, 'string', { description: 'Cluster IP: assigned when empty, `None` for a headless service.' })
  clusterIP?: string;
  @Field(18, listOf('string'), { listType: 'atomic', description: 'One address a family, the first is `clusterIP`.' })
  clusterIPs?: string[];
  @Field(4, enumOf('ClusterIP', 'NodePort', 'LoadBalancer', 'ExternalName'), {
    goType: 'v1.ServiceType',
    description: 'Default ClusterIP.',
  })
  type?: string;
  @Field(5, listOf('string'), { listType: 'atomic' }) externalIPs?: string[];
  @Field(7, enumOf('ClientIP', 'None'), { goType: 'v1.ServiceAffinity', description: 'Default None.' })
  sessionAffinity?: string;
  @Field(8, 'string') loadBalancerIP?: string;
  @Field(9, listOf('string'), { listType: 'atomic' }) loadBalancerSourceRanges?: string[];
  @Field(10, 'string', { description: 'DNS name that the service is an alias of.' }) externalName?: string;
  @Field(11, enumOf('Cluster', 'Local'), { goType: 'v1.ServiceExternalTrafficPolicy' }) externalTrafficPolicy?: string;
  @Field(12, 'int32') healthCheckNodePort?: number;
  @Field(13, 'bool') publishNotReadyAddresses?: boolean;
  @Field(14, () => SessionAffinityConfig, { pointer: true }) sessionAffinityConfig?: SessionAffinityConfig;
  @Field(16, listOf('string'), { last: 21 }) topologyKeys?: string[];
  @Field(19, listOf(enumOf('IPv4', 'IPv6', '')), { goType: '[]v1.IPFamily', listType: 'atomic' }) ipFamilies?: string[];
  @Field(17, enumOf('SingleStack', 'PreferDualStack', 'RequireDualStack'), {
    goType: 'v1.IPFamilyPolicy',
    pointer: true,
  })
  ipFamilyPolicy?: string;
  @Field(20, 'bool', { pointer: true }) allocateLoadBalancerNodePorts?: boolean;
  @Field(21, 'string', { pointer: true }) loadBalancerClass?: string;
  @Field(22, enumOf('Cluster', 'Local'), { goType: 'v1.ServiceInternalTrafficPolicy', pointer: true })
  internalTrafficPolicy?: string;
  @Field(23, 'string', { pointer: true, since: 30 }) trafficDistribution?: string;
}
