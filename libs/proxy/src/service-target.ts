import type { EndpointAddress, Endpoints, EndpointSubset, Pod, Service } from '@orch/api';
import { ApiError, type Random } from '@orch/apimachinery';
import type { ProxyName } from './proxy-name.js';
import type { ProxyTarget } from './proxy-target.js';
import { isProxyable } from './proxyable-address.js';

/** What is known of a service when a request is to be handed on to it. */
export interface ServiceState {
  readonly service: Service;
  readonly endpoints: Endpoints | undefined;
  /** A pod of the service's namespace. */
  readonly podOf: (name: string) => Pod | undefined;
}

/**
 * A ready address behind a service, any of them. Only addresses that are those of pods in its namespace: else who may
 * write Endpoints could send this server anywhere.
 * @param id as it stands in the path; named in refusals.
 * @throws ApiError ServiceUnavailable when there is no such port, or nobody behind it.
 */
export function serviceTarget(id: string, asked: ProxyName, state: ServiceState, random: Random): ProxyTarget {
  const portName = nameOfPort(asked, state.service);
  const open = (state.endpoints?.subsets ?? []).flatMap((subset) => {
    const port = portOf(subset, portName);
    if (port === undefined) return [];
    return (subset.addresses ?? []).filter((address) => isOfPod(address, state)).map(({ ip }) => ({ ip, port }));
  });
  const chosen = open[Math.floor(random() * open.length)];
  if (!chosen) throw unavailable(`no endpoints available for service ${JSON.stringify(id)}`);
  return { ...chosen, tls: asked.tls };
}

/** Endpoints know ports by the names they have in the service; undefined: none was asked for. */
function nameOfPort({ name, port }: ProxyName, { spec }: Service): string | undefined {
  if (!/^[0-9]+$/.test(port)) return port === '' ? undefined : port;
  const declared = spec?.ports?.find((candidate) => String(candidate.port) === port);
  if (!declared) throw unavailable(`no service port ${port} found for service ${JSON.stringify(name)}`);
  return declared.name ?? '';
}

/** Nobody has to name the only port. Several all have names, so that none of them is meant by none. */
function portOf({ ports = [] }: EndpointSubset, name: string | undefined): number | undefined {
  if (name === undefined && ports.length === 1) return ports[0]!.port;
  return ports.find((port) => (port.name ?? '') === (name ?? ''))?.port;
}

function isOfPod({ ip, targetRef }: EndpointAddress, { service, podOf }: ServiceState): boolean {
  if (targetRef?.kind !== 'Pod' || targetRef.namespace !== service.metadata.namespace) return false;
  const status = podOf(targetRef.name ?? '')?.status;
  return isProxyable(ip) && (status?.podIP === ip || (status?.podIPs ?? []).some((podIp) => podIp.ip === ip));
}

/** Without Retry-After: clients would try again for a while, and nothing would change. */
const unavailable = (message: string): ApiError => new ApiError('ServiceUnavailable', message);
