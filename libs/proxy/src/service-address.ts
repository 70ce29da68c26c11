import type { Endpoints, Service } from '@orch/api';
import { canonicalIp, type Random } from '@orch/apimachinery';
import type { ObjectReader } from '@orch/registry';

/** An address to connect to. */
export interface ServiceAddress {
  readonly host: string;
  readonly port: number;
}

/**
 * Where a port of a service is reached by its own address: the cluster IP, or the name of an ExternalName service.
 * @throws Error whose text goes to clients: no such service or port, or a service without an address.
 */
export function serviceAddress(reader: ObjectReader, namespace: string, name: string, port: number): ServiceAddress {
  const service = reader.read({ group: '', resource: 'services' }, namespace, name) as Service | undefined;
  if (!service) throw new Error(`service ${JSON.stringify(name)} not found`);
  const { type = 'ClusterIP', clusterIP, externalName, ports = [] } = service.spec ?? {};
  if (type === 'ExternalName') return { host: externalName ?? '', port };
  if (!clusterIP || clusterIP === 'None') throw new Error(`service ${JSON.stringify(name)} has no cluster IP`);
  if (!ports?.some((one) => one.port === port))
    throw new Error(`no service port ${port} found for service ${JSON.stringify(name)}`);
  return { host: hostOf(clusterIP), port };
}

/** Canonical: the resolver of the operating system reads `10.0.0.011` as 10.0.0.9. */
const hostOf = (ip: string): string => canonicalIp(ip) ?? ip;

/**
 * A random endpoint of a port of a service: where services have no addresses of their own that this server can reach.
 * @throws Error whose text goes to clients: no such service or port, or no ready endpoint.
 */
export function endpointAddress(
  reader: ObjectReader,
  namespace: string,
  name: string,
  port: number,
  random: Random,
): ServiceAddress {
  const read = (resource: string) => reader.read({ group: '', resource }, namespace, name);
  const service = read('services') as Service | undefined;
  if (!service) throw new Error(`service ${JSON.stringify(name)} not found`);
  const { type = 'ClusterIP', ports } = service.spec ?? {};
  if (type === 'ExternalName') throw new Error(`unsupported service type ${JSON.stringify(type)}`);
  const declared = ports?.find((one) => one.port === port);
  if (!declared) throw new Error(`no service port ${port} found for service ${JSON.stringify(name)}`);
  const open = ((read('endpoints') as Endpoints | undefined)?.subsets ?? []).flatMap(({ addresses, ports: own }) => {
    const target = own?.find((one) => (one.name ?? '') === (declared.name ?? ''));
    return target ? (addresses ?? []).map(({ ip }) => ({ host: hostOf(ip), port: target.port })) : [];
  });
  const chosen = open[Math.floor(random() * open.length)];
  if (!chosen) throw new Error(`no endpoints available for service ${JSON.stringify(name)}`);
  return chosen;
}
