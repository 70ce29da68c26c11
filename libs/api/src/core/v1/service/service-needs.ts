import type { ServiceSpec } from './service-spec.js';

/** Cluster IP of a headless service: clients resolve the pods by DNS. */
export const NO_ADDRESS = 'None';

/** A headless service. */
export const isHeadless = (spec: ServiceSpec): boolean =>
  spec.clusterIPs?.[0] === NO_ADDRESS || (!spec.clusterIPs?.length && spec.clusterIP === NO_ADDRESS);

/** Has a place for `clusterIP`, be it `None`. */
export const needsClusterIp = ({ type }: ServiceSpec): boolean => type !== 'ExternalName';

/** May have a port on every node. */
export const needsNodePorts = ({ type }: ServiceSpec): boolean => type === 'NodePort' || type === 'LoadBalancer';

/** Ports that name none get one. A load balancer that finds the pods itself can do without. */
export const assignsNodePorts = ({ type, allocateLoadBalancerNodePorts }: ServiceSpec): boolean =>
  type === 'NodePort' || (type === 'LoadBalancer' && allocateLoadBalancerNodePorts !== false);

/** With external traffic policy Local, the load balancer checks the health of each node. */
export const needsHealthCheckPort = ({ type, externalTrafficPolicy }: ServiceSpec): boolean =>
  type === 'LoadBalancer' && externalTrafficPolicy === 'Local';

/** Can be called from outside of the cluster. */
export const isExternallyAccessible = (spec: ServiceSpec): boolean =>
  needsNodePorts(spec) || (spec.type === 'ClusterIP' && (spec.externalIPs?.length ?? 0) > 0);

/** Node ports of its ports, each once. */
export const nodePortsOf = (spec: ServiceSpec): number[] =>
  needsNodePorts(spec) ? [...new Set((spec.ports ?? []).flatMap(({ nodePort }) => nodePort || []))] : [];
