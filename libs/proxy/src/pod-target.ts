import type { Pod } from '@orch/api';
import { ApiError } from '@orch/apimachinery';
import type { ProxyName } from './proxy-name.js';
import { readPort, type ProxyTarget } from './proxy-target.js';
import { isProxyable } from './proxyable-address.js';

/**
 * The target of a request to a pod: the requested port, else the first container port, else the default of the scheme. The pod need
 * not be ready: users debug unready pods through the proxy.
 * @throws ApiError BadRequest for an invalid port, and for an invalid or disallowed address.
 */
export function podTarget(pod: Pod, { tls, port: asked }: ProxyName): ProxyTarget {
  const port = asked === '' ? (firstPort(pod) ?? (tls ? 443 : 80)) : readPort(asked);
  if (port === undefined) {
    throw ApiError.badRequest(`invalid pod request: port ${JSON.stringify(asked)} is not a number from 1 to 65535`);
  }
  const ip = pod.status?.podIPs?.[0]?.ip ?? pod.status?.podIP ?? '';
  if (!isProxyable(ip)) throw ApiError.badRequest('address not allowed');
  return { ip, port, tls };
}

const firstPort = ({ spec }: Pod): number | undefined =>
  spec?.containers?.find(({ ports }) => ports !== undefined && ports.length > 0)?.ports?.[0]?.containerPort;
