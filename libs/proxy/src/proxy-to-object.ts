import type { Endpoints, Pod, Service } from '@orch/api';
import { ApiError, type ApiObject, type Random } from '@orch/apimachinery';
import type { ObjectReader } from '@orch/registry';
import { isUpgradeRequest, commonHeaders, type RequestContext } from '@orch/http';
import type { IsCredential } from './credential-headers.js';
import type { Dial } from './dial.js';
import { podTarget } from './pod-target.js';
import { proxiedPath } from './proxied-path.js';
import { readProxyName, type ProxyName } from './proxy-name.js';
import { proxyRequest } from './proxy-request.js';
import type { ProxyTarget } from './proxy-target.js';
import { serviceTarget } from './service-target.js';

/** Dependencies of the proxy. */
export interface ProxyParts {
  readonly dial: Dial;
  readonly isCredential: IsCredential;
  /** Selects one of the endpoints of a service. */
  readonly random: Random;
}

/**
 * Proxies a request of any method (C-022) to the pod or service that its path names.
 * @throws ApiError NotFound, BadRequest, ServiceUnavailable.
 */
export function proxyToObject(reader: ObjectReader, context: RequestContext, parts: ProxyParts): void | Promise<void> {
  const { info, raw, method, reply } = context;
  // Only requests of the deprecated `/watch/` paths have this verb here.
  if (info.verb === 'watch') throw ApiError.methodNotAllowed();
  const asked = readProxyName(info.name);
  if (!asked)
    throw ApiError.badRequest(
      `invalid ${info.resource === 'pods' ? 'pod' : 'service'} request ${JSON.stringify(info.name)}`,
    );
  const target = targetOf(reader, context, asked, parts.random);
  const place = proxiedPath(raw.url ?? '/', info);
  if (place.path === '' && (method === 'GET' || method === 'HEAD') && !isUpgradeRequest(raw)) {
    // Relative links of a page resolve against its path: without the slash they would leave the proxy.
    reply.writeHead(301, {
      ...commonHeaders(context),
      Location: `${place.prefix}/${place.query}`,
      'Content-Length': 0,
    });
    reply.end();
    return;
  }
  return proxyRequest(context, target, place, parts);
}

function targetOf(reader: ObjectReader, { info }: RequestContext, asked: ProxyName, random: Random): ProxyTarget {
  const read = <T extends ApiObject>(resource: string, name: string): T | undefined =>
    reader.read({ group: '', resource }, info.namespace, name) as T | undefined;
  const object = read(info.resource, asked.name);
  if (!object) throw ApiError.notFound({ group: '', resource: info.resource, name: asked.name });
  if (info.resource === 'pods') return podTarget(object as Pod, asked);
  const state = {
    service: object as Service,
    endpoints: read<Endpoints>('endpoints', asked.name),
    podOf: (name: string) => read<Pod>('pods', name),
  };
  return serviceTarget(info.name, asked, state, random);
}
