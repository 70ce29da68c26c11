import type { EndpointAddress, Endpoints, EndpointSubset, Pod, Service } from '@orch/api';
import { ApiError, type Random } from '@orch/apimachinery';
import type { ProxyName } from './proxy-name.js';
import type { ProxyTarget } from './proxy-target.js';
import { isProxyable } from './proxyable-address.js';

/** A service and its endpoints, to resolve the target of a request. */
export interface ServiceState {
  readonly service: Service;
  readonly endpoints: Endpoints | undefined;
  /** Of a pod of the service's namespace. */
  readonly statusOf: (name: string) => Pod['status'] | undefined;
}

/**
 * A random ready endpoint of a service. Only addresses of pods in its namespace: otherwise a user who may write Endpoints
 * could make this server connect anywhere.
 * @param id the name segment of the path, for messages.
 * @throws ApiError ServiceUnavailable for an unknown port, and without ready endpoints.
 */
export function* serviceTarget(
  id: string,
  asked: ProxyName,
  state: ServiceState,
  random: Random,
): Generator<undefined, ProxyTarget> {
  const portName = nameOfPort(asked, state.service);
  const open = (state.endpoints?.subsets ?? []).flatMap((subset) => {
    const port = portOf(subset, portName);
    return port === undefined ? [] : (subset.addresses ?? []).map((address) => ({ address, port }));
  });
  // Checked one by one, as most are of pods: the first that is, is as random as one of all that are.
  while (open.length > 0) {
    const index = Math.floor(random() * open.length);
    const { address, port } = open[index]!;
    if (isOfPod(address, state)) return { ip: address.ip, port, tls: asked.tls };
    open[index] = open[open.length - 1]!;
    open.pop();
    yield;
  }
  throw unavailable(`no endpoints available for service ${JSON.stringify(id)}`);
}

/** Endpoints identify ports by their names in the service; undefined: none was requested. */
function nameOfPort({ name, port }: ProxyName, { spec }: Service): string | undefined {
  if (!/^[0-9]+$/.test(port)) return port === '' ? undefined : port;
  const declared = spec?.ports?.find((candidate) => String(candidate.port) === port);
  if (!declared) throw unavailable(`no service port ${port} found for service ${JSON.stringify(name)}`);
  return declared.name ?? '';
}

/** The name is optional for a single port only: several ports all have names. */
function portOf({ ports = [] }: EndpointSubset, name: string | undefined): number | undefined {
  if (name === undefined && ports.length === 1) return ports[0]!.port;
  return ports.find((port) => (port.name ?? '') === (name ?? ''))?.port;
}

function isOfPod({ ip, targetRef }: EndpointAddress, { service, statusOf }: ServiceState): boolean {
  if (targetRef?.kind !== 'Pod' || targetRef.namespace !== service.metadata.namespace) return false;
  if (!isProxyable(ip)) return false;
  const status = statusOf(targetRef.name ?? '');
  return status?.podIP === ip || (status?.podIPs ?? []).some((podIp) => podIp.ip === ip);
}

/** Without Retry-After: clients would retry for a while in vain. */
const unavailable = (message: string): ApiError => new ApiError('ServiceUnavailable', message);
