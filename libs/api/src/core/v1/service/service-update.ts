import { sameContent, sameJson } from '../../../validation/json-equality.js';
import { isExternallyAccessible, needsClusterIp, needsHealthCheckPort, needsNodePorts } from './service-needs.js';
import type { ServicePort, ServiceSpec } from './service-spec.js';
import type { Service } from './service.types.js';

/**
 * An update as its sender means it: what the server assigned stays where the sender left it out, and what the new type has
 * no use for goes, unless the sender wrote something new there.
 */
export function prepareServiceUpdate(service: Service, old: Service): Service {
  const before = old.spec ?? {};
  const spec = withoutInternalTraffic(
    withoutUnused(withClusterIps(withAssigned(service.spec ?? {}, before), before), before),
  );
  return { ...service, spec, ...(spec.type === 'LoadBalancer' ? {} : statusWithoutBalancer(service)) };
}

function statusWithoutBalancer({ status }: Service): Pick<Service, 'status'> {
  if (status?.loadBalancer === undefined) return {};
  return { status: { ...status, loadBalancer: {} } };
}

function withAssigned(spec: ServiceSpec, before: ServiceSpec): ServiceSpec {
  const assigned: ServiceSpec = {};
  if (needsClusterIp(before) && needsClusterIp(spec)) {
    const clusterIP = spec.clusterIP || before.clusterIP;
    if (clusterIP) assigned.clusterIP = clusterIP;
    if (!spec.clusterIPs?.length && before.clusterIPs && clusterIP === before.clusterIP)
      assigned.clusterIPs = before.clusterIPs;
  }
  if (needsNodePorts(before) && needsNodePorts(spec) && spec.ports)
    assigned.ports = withNodePorts(spec.ports, before.ports ?? []);
  if (needsHealthCheckPort(before) && needsHealthCheckPort(spec) && before.healthCheckNodePort)
    assigned.healthCheckNodePort = spec.healthCheckNodePort || before.healthCheckNodePort;
  return { ...spec, ...assigned };
}

/** Ports of the same name keep their node port, unless another port took it. */
function withNodePorts(ports: readonly ServicePort[], before: readonly ServicePort[]): ServicePort[] {
  const byName = new Map(before.map(({ name = '', nodePort }) => [name, nodePort]));
  const taken = new Set(ports.map(({ nodePort }) => nodePort));
  return ports.map((port) => {
    const known = byName.get(port.name ?? '');
    if (port.nodePort || !known || taken.has(known)) return port;
    taken.add(known);
    return { ...port, nodePort: known };
  });
}

/** Senders that know one of the two fields only write that one. */
export function withClusterIps(spec: ServiceSpec, before: ServiceSpec = {}): ServiceSpec {
  const { clusterIP = '', clusterIPs = [] } = spec;
  if (clusterIP !== '' && clusterIPs.length === 0) return { ...spec, clusterIPs: [clusterIP] };
  if (clusterIP === (before.clusterIP ?? '') || !sameContent(clusterIPs, before.clusterIPs ?? [])) return spec;
  if (clusterIPs.length === 0) return spec;
  if (clusterIP !== '') return { ...spec, clusterIPs: [clusterIP, ...clusterIPs.slice(1)] };
  const { clusterIPs: _cleared, ...rest } = spec;
  return rest;
}

/** A name outside the cluster has no endpoints here that traffic could be kept to. */
export function withoutInternalTraffic(spec: ServiceSpec): ServiceSpec {
  if (spec.type !== 'ExternalName' || spec.internalTrafficPolicy === undefined) return spec;
  const { internalTrafficPolicy: _unused, ...rest } = spec;
  return rest;
}

/** Fields of the old type that the new type lacks; dropped if unchanged. */
function withoutUnused(spec: ServiceSpec, before: ServiceSpec): ServiceSpec {
  const dropped = new Set<keyof ServiceSpec>();
  const drop = (needed: (s: ServiceSpec) => boolean, ...fields: (keyof ServiceSpec)[]): void => {
    if (!needed(before) || needed(spec)) return;
    for (const field of fields) if (sameJson(spec[field], before[field])) dropped.add(field);
  };
  drop(needsClusterIp, 'clusterIP', 'clusterIPs', 'ipFamilies', 'ipFamilyPolicy', 'internalTrafficPolicy');
  drop(needsHealthCheckPort, 'healthCheckNodePort');
  drop(isLoadBalancer, 'allocateLoadBalancerNodePorts', 'loadBalancerClass');
  drop(isExternallyAccessible, 'externalTrafficPolicy');
  const kept = Object.fromEntries(
    Object.entries(spec).filter(([field]) => !dropped.has(field as keyof ServiceSpec)),
  ) as ServiceSpec;
  if (!needsNodePorts(before) || needsNodePorts(spec) || !spec.ports) return kept;
  const known = new Set(before.ports?.map(({ nodePort }) => nodePort));
  if (spec.ports.some(({ nodePort }) => nodePort && !known.has(nodePort))) return kept;
  return { ...kept, ports: spec.ports.map(({ nodePort: _nodePort, ...port }) => port as ServicePort) };
}

const isLoadBalancer = ({ type }: ServiceSpec): boolean => type === 'LoadBalancer';
