import type { Random } from '@orch/apimachinery';
import type { ObjectReader } from '@orch/registry';
import { endpointAddress, serviceAddress, type ServiceAddress } from './service-address.js';
import type { ServiceAddressTable } from './service-address-table.js';

/** How this server reaches services that objects of the API name: extension API servers and webhooks. */
export interface ServiceRoutes {
  readonly reader: ObjectReader;
  /** Precedes what objects say. */
  readonly fixed: ServiceAddressTable;
  /** Whether to connect to an endpoint instead of the cluster IP. */
  readonly toEndpoints: boolean;
  readonly random: Random;
}

/**
 * Where a port of a service is reached now.
 * @throws Error whose text goes to clients: no such service or port, or a service without an address.
 */
export function resolveService(routes: ServiceRoutes, namespace: string, name: string, port: number): ServiceAddress {
  const { reader, fixed, toEndpoints, random } = routes;
  const known = fixed.find(namespace, name, port);
  if (known) return known;
  return toEndpoints
    ? endpointAddress(reader, namespace, name, port, random)
    : serviceAddress(reader, namespace, name, port);
}
