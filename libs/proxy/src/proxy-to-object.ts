import type { Endpoints, Pod, Service } from '@orch/api';
import { ApiError, type Random } from '@orch/apimachinery';
import type { PartReader, SteppedReader } from '@orch/registry';
import { atOnceOrInTurns, commonHeaders, flowOf, isUpgradeRequest, type RequestContext } from '@orch/http';
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
export function proxyToObject(
  reader: PartReader & SteppedReader,
  context: RequestContext,
  parts: ProxyParts,
): void | Promise<void> {
  const { info } = context;
  // Only requests of the deprecated `/watch/` paths have this verb here.
  if (info.verb === 'watch') throw ApiError.methodNotAllowed();
  const asked = readProxyName(info.name);
  if (!asked)
    throw ApiError.badRequest(
      `invalid ${info.resource === 'pods' ? 'pod' : 'service'} request ${JSON.stringify(info.name)}`,
    );
  const target = atOnceOrInTurns(targetOf(reader, context, asked, parts.random), () => ({
    flow: flowOf(context.user),
    signal: context.signal,
  }));
  return target instanceof Promise
    ? target.then((found) => proxyToTarget(found, context, parts))
    : proxyToTarget(target, context, parts);
}

function proxyToTarget(target: ProxyTarget, context: RequestContext, parts: ProxyParts): void | Promise<void> {
  const { info, raw, method, reply } = context;
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

/** In steps: these objects may have megabytes, and Endpoints tens of thousands of addresses. */
function* targetOf(
  reader: PartReader & SteppedReader,
  { info }: RequestContext,
  asked: ProxyName,
  random: Random,
): Generator<undefined, ProxyTarget> {
  const object = yield* reader.readInSteps({ group: '', resource: info.resource }, info.namespace, asked.name);
  if (!object) throw ApiError.notFound({ group: '', resource: info.resource, name: asked.name });
  if (info.resource === 'pods') return podTarget(object as Pod, asked);
  const endpoints = yield* reader.readInSteps({ group: '', resource: 'endpoints' }, info.namespace, asked.name);
  const statuses = new Map<string, Pod['status'] | undefined>(); // thousands of addresses may name one pod
  const state = {
    service: object as Service,
    endpoints: endpoints as Endpoints | undefined,
    statusOf: (name: string) => {
      if (!statuses.has(name)) {
        const text = reader.partOf({ group: '', resource: 'pods' }, info.namespace, name, ['status']);
        statuses.set(name, text && (JSON.parse(text.toString()) as Pod['status']));
      }
      return statuses.get(name);
    },
  };
  return yield* serviceTarget(info.name, asked, state, random);
}
