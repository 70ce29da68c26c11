import { needsHealthCheckPort, nodePortsOf, type ServiceSpec } from '@orch/api';
import { canonicalIp, type ApiObject } from '@orch/apimachinery';
import { splitObjectKey, type Entry } from '@orch/registry';
import type { ServiceGrant, ServiceOwner } from './service-allocator.js';

/** What a stored service has, and which one it is. Addresses are canonical, however the service writes them. */
export interface ServiceHoldings extends ServiceGrant {
  readonly owner: ServiceOwner;
}

const known = new WeakMap<Entry, ServiceHoldings>();

/** Addresses and ports of a stored service. Read once, and only these parts: a service may have thousands of ports and labels. */
export function holdingsOf(service: Entry): ServiceHoldings {
  let holdings = known.get(service);
  if (!holdings) known.set(service, (holdings = readHoldings(service)));
  return holdings;
}

/** Members of `spec` that say what a service has, in addition to `ports`. */
const FIELDS = ['type', 'externalTrafficPolicy', 'clusterIPs', 'healthCheckNodePort'];
const NODE_PORT = '"nodePort":';

function readHoldings(service: Entry): ServiceHoldings {
  const hasNodePorts = service.bytes.includes(NODE_PORT);
  const spec: ServiceSpec = service.parseMembers(['spec'], hasNodePorts ? [...FIELDS, 'ports'] : FIELDS);
  const { uid = '' } = service.parseMembers(['metadata'], ['uid']);
  const { healthCheckNodePort } = spec;
  const { namespace, name } = splitObjectKey(service.key);
  return {
    owner: { namespace, name, uid: uid as string },
    addresses: (spec.clusterIPs ?? []).flatMap((ip) => canonicalIp(ip) ?? []),
    ports:
      needsHealthCheckPort(spec) && healthCheckNodePort
        ? [...nodePortsOf(spec), healthCheckNodePort]
        : nodePortsOf(spec),
  };
}

/** `before` without `after`. */
export const withoutHoldings = (before: ServiceGrant, after: ServiceGrant): ServiceGrant => ({
  addresses: without(before.addresses, after.addresses),
  ports: without(before.ports, after.ports),
});

function without<T>(items: readonly T[], others: readonly T[]): readonly T[] {
  const left = new Set(others);
  return items.filter((item) => !left.has(item));
}

/** Identity of a service as an owner of addresses and ports. */
export const ownerOf = ({ metadata: { namespace = '', name = '', uid = '' } }: ApiObject): ServiceOwner => ({
  namespace,
  name,
  uid,
});
