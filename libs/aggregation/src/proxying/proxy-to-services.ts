import type { UserInfo } from '@orch/api';
import { ApiError, withDeadline, type Clock } from '@orch/apimachinery';
import { pathOf, queryOf, writeText, type RequestContext, type RequestHandler, type RequestInfo } from '@orch/http';
import { proxyRequest, type Dial, type ProxyTarget } from '@orch/proxy';
import type { RemoteService } from '../services/remote-service.js';
import type { RemoteServices } from '../services/remote-services.js';
import { remoteTarget, type ServiceRouting } from '../services/remote-target.js';
import { userHeaders } from './user-headers.js';

/** How long an extension API server may take for a discovery document, which clients read of all before they begin. */
const DOCUMENT_LIMIT_MS = 5_000;

/** Dependencies of proxied requests. */
export interface ProxyToServicesParts {
  readonly services: RemoteServices;
  readonly routing: ServiceRouting;
  readonly dial: Dial;
  readonly clock: Clock;
  /** Whether a header, by its name in lower case, carries an identity for this server. */
  readonly isCredential: (name: string) => boolean;
  /** Whether uids are sent. */
  readonly sendsUid: boolean;
  /** Authorizes a list of visible objects as a list of all: only this server can filter its own. */
  readonly authorizeWhole: (context: RequestContext) => void | Promise<void>;
  /** Who reads OpenAPI documents, which users may read as a whole: a user without groups, who may nothing else. */
  readonly reader: UserInfo;
}

/** Proxies requests of group versions that other API servers serve; `next` answers all others. */
export function proxyToServices(next: RequestHandler, parts: ProxyToServicesParts): RequestHandler {
  const { services } = parts;
  return (context) => {
    if (services.isEmpty) return next(context);
    const remote = services.serving(context.info);
    if (!remote) return next(context);
    const authorized = context.onlyVisible ? parts.authorizeWhole(context) : undefined;
    return authorized ? authorized.then(() => proxyTo(remote, context, parts)) : proxyTo(remote, context, parts);
  };
}

function proxyTo(remote: RemoteService, context: RequestContext, parts: ProxyToServicesParts): void | Promise<void> {
  const target = remote.isAvailable ? targetOf(remote, parts.routing) : undefined;
  if (!target) return writeText(context, 503, 'service unavailable\n');
  const { info, raw, user, auditId } = context;
  const url = raw.url ?? '/';
  const query = queryOf(url);
  const path = info.isResource ? pathOf(url) : info.path;
  if (info.isResource && leadsElsewhere(info)) return writeText(context, 404, '404 page not found\n');
  const place = { prefix: '', path, query: query === '' ? '' : `?${query}` };
  const reader = info.path.startsWith('/openapi/') ? parts.reader : user;
  const setHeaders = userHeaders(reader, parts.sendsUid).set('audit-id', [auditId]);
  const { dial, isCredential, clock } = parts;
  const options = { dial, isCredential, setHeaders, refusesRedirects: true };
  if (info.isResource) return proxyRequest(context, target, place, options);
  return withDeadline(clock, DOCUMENT_LIMIT_MS, tooSlow, (deadline) =>
    proxyRequest(context, target, place, { ...options, signal: AbortSignal.any([context.signal, deadline]) }),
  );
}

/** Whether a server that normalizes paths would find another resource in the path than the one that was authorized. */
const leadsElsewhere = ({ namespace, resource, name, subresource, rest }: RequestInfo): boolean =>
  [namespace, resource, name, subresource, ...rest].some((segment) => segment.split('/').some(isDots));

const isDots = (segment: string): boolean => segment === '.' || segment === '..';

const tooSlow = (): ApiError =>
  new ApiError('ServiceUnavailable', 'error trying to reach service: context deadline exceeded');

/** Undefined when the service has no address now: its availability is about to be checked. */
function targetOf(remote: RemoteService, routing: ServiceRouting): ProxyTarget | undefined {
  try {
    return remoteTarget(remote, routing);
  } catch {
    return undefined; // the text is in the condition of the APIService
  }
}
