import { Field, Struct } from '../../../definition/decorators.js';
import { enumOf, listOf, mapOf } from '../../../definition/field-type.js';

@Struct('core.v1.ServicePort', { description: 'A port of a service.' })
export class ServicePort {
  @Field(1, 'string', { description: 'Required and unique with several ports.' }) name?: string;
  @Field(2, enumOf('TCP', 'UDP', 'SCTP'), {
    goType: 'v1.Protocol',
    default: 'TCP',
    documentedDefault: 'own',
    description: 'TCP, UDP or SCTP. Default: TCP.',
  })
  protocol?: string;
  @Field(6, 'string', {
    pointer: true,
    description: 'Protocol of the application, for proxies: an IANA service name or `DOMAIN/NAME`.',
  })
  appProtocol?: string;
  @Field(3, 'int32', { required: true, description: 'Port clients of the service call.' }) port: number;
  @Field(4, 'intOrString', { description: 'Number or name of the port on the pods. Default: `port`.' })
  targetPort?: number | string;
  @Field(5, 'int32', { description: 'Port on every node. Assigned where the type needs one.' }) nodePort?: number;
}

@Struct('core.v1.ClientIPConfig', { description: 'Session affinity by the IP address of the client.' })
export class ClientIPConfig {
  @Field(1, 'int32', { pointer: true, description: 'Session affinity timeout in seconds. Default 10800.' })
  timeoutSeconds?: number;
}

@Struct('core.v1.SessionAffinityConfig', { description: 'Settings of session affinity.' })
export class SessionAffinityConfig {
  @Field(1, () => ClientIPConfig, {
    pointer: true,
    description: 'Settings of affinity by the IP address of the client.',
  })
  clientIP?: ClientIPConfig;
}

@Struct('core.v1.ServiceSpec', { description: 'Desired state of a Service.' })
export class ServiceSpec {
  @Field(1, listOf(() => ServicePort), {
    listType: 'map',
    listMapKeys: ['port', 'protocol'],
    patchStrategy: 'merge',
    patchMergeKey: 'port',
    description: 'Ports of the service.',
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
  @Field(5, listOf('string'), {
    listType: 'atomic',
    description: 'IP addresses outside the cluster whose traffic nodes accept for the service.',
  })
  externalIPs?: string[];
  @Field(7, enumOf('ClientIP', 'None'), { goType: 'v1.ServiceAffinity', description: 'Default None.' })
  sessionAffinity?: string;
  @Field(8, 'string', { description: 'Deprecated: IP address requested from the load balancer.' })
  loadBalancerIP?: string;
  @Field(9, listOf('string'), {
    listType: 'atomic',
    description: 'Clients that the load balancer admits, as IP ranges. Default: all.',
  })
  loadBalancerSourceRanges?: string[];
  @Field(10, 'string', { description: 'DNS name that the service is an alias of.' }) externalName?: string;
  @Field(11, enumOf('Cluster', 'Local'), {
    goType: 'v1.ServiceExternalTrafficPolicy',
    description:
      'Cluster sends external traffic to any endpoint; Local only to those on the receiving node, which keeps the address of the client.',
  })
  externalTrafficPolicy?: string;
  @Field(12, 'int32', {
    description: 'Port of the node for health checks of the load balancer, with policy Local. Default: allocated.',
  })
  healthCheckNodePort?: number;
  @Field(13, 'bool', { description: 'Whether addresses of pods that are not ready are published. Default: false.' })
  publishNotReadyAddresses?: boolean;
  @Field(14, () => SessionAffinityConfig, { pointer: true, description: 'Settings of session affinity.' })
  sessionAffinityConfig?: SessionAffinityConfig;
  @Field(16, listOf('string'), {
    last: 21,
    description: 'No longer supported: node labels by which endpoints are preferred.',
  })
  topologyKeys?: string[];
  @Field(19, listOf(enumOf('IPv4', 'IPv6', '')), {
    goType: '[]v1.IPFamily',
    listType: 'atomic',
    description: 'IP families of the service: IPv4, IPv6 or both. Default: those of the cluster, by `ipFamilyPolicy`.',
  })
  ipFamilies?: string[];
  @Field(17, enumOf('SingleStack', 'PreferDualStack', 'RequireDualStack'), {
    goType: 'v1.IPFamilyPolicy',
    pointer: true,
    description: 'SingleStack, PreferDualStack or RequireDualStack. Default: SingleStack.',
  })
  ipFamilyPolicy?: string;
  @Field(20, 'bool', {
    pointer: true,
    description: 'Whether a service of type LoadBalancer gets node ports. Default: true.',
  })
  allocateLoadBalancerNodePorts?: boolean;
  @Field(21, 'string', {
    pointer: true,
    description: 'Implementation of the load balancer. Absent: the default one. Cannot be changed.',
  })
  loadBalancerClass?: string;
  @Field(22, enumOf('Cluster', 'Local'), {
    goType: 'v1.ServiceInternalTrafficPolicy',
    pointer: true,
    description:
      'Cluster sends internal traffic to any endpoint; Local only to those on the same node. Default: Cluster.',
  })
  internalTrafficPolicy?: string;
  @Field(23, 'string', {
    pointer: true,
    since: 30,
    description: 'Preference among endpoints: PreferClose, PreferSameZone or PreferSameNode. Default: none.',
  })
  trafficDistribution?: string;
}
