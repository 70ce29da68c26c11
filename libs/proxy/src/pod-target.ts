import type { Pod } from '@orch/api';
import { ApiError } from '@orch/apimachinery';
import type { ProxyName } from './proxy-name.js';
import { readPort, type ProxyTarget } from './proxy-target.js';
import { isProxyable } from './proxyable-address.js';

/**
 * Where a pod is reached: at the port asked for, else the first one its containers name, else that of the scheme. It need not
 * be ready: who looks at a pod may want to know why.
 * @throws ApiError BadRequest for a port that is none, and for an address that is none or not to be reached from here.
 */
export function podTarget(pod: Pod, { tls, port: asked }: ProxyName): ProxyTarget {
  const port = asked === '' ? (firstPort(pod) ?? (tls ? 443 : 80)) : readPort(asked);
  if (port === undefined) {
    throw ApiError.badRequest(`invalid pod request: port ${JSON.stringify(asked)} is no number from 1 to 65535`);
  }
  const ip = pod.status?.podIPs?.[0]?.ip ?? pod.status?.podIP ?? '';
  if (!isProxyable(ip)) throw ApiError.badRequest('address not allowed');
  return { ip, port, tls };
}

const firstPort = ({ spec }: Pod): number | undefined =>
  spec?.containers?.find(({ ports }) => ports !== undefined && ports.length > 0)?.ports?.[0]?.containerPort;
