import { needsHealthCheckPort, nodePortsOf, type ServiceSpec } from '@orch/api';
import { ipFamilyOf, type ApiObject } from '@orch/apimachinery';
import type { ServiceGrant, ServiceOwner } from './service-allocator.js';

/** Addresses and ports of a stored service. */
export function holdingsOf(service: ApiObject): ServiceGrant {
  const spec = (service['spec'] ?? {}) as ServiceSpec;
  const { healthCheckNodePort } = spec;
  return {
    addresses: (spec.clusterIPs ?? []).filter((ip) => ipFamilyOf(ip) !== undefined),
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
