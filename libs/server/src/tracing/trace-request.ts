import { shownUri } from '@orch/audit';
import { ADMINISTRATORS, type Filter, isReplyClosed, type RequestInfo, type ServerRequest } from '@orch/http';
import { inSpan, runWithin, type SpanAttributes, type Tracing } from '@orch/tracing';

/** Users whose requests continue the trace of the client. */
const TRUSTED_GROUPS: ReadonlySet<string> = new Set([ADMINISTRATORS, 'system:monitoring']);

/** Names of the spans of handlers, by verb. */
const HANDLERS: Readonly<Record<string, string>> = {
  get: 'Get',
  list: 'List',
  watch: 'List',
  create: 'Create',
  update: 'Update',
  patch: 'Patch',
  delete: 'Delete',
  deletecollection: 'Delete',
};

/** The first span of each request, from here to the end of the answer. Reads `user`. */
export const traceRequest =
  (tracing: Tracing): Filter =>
  (next) =>
  (request) => {
    const { info, method, user, headers, startedMs, reply } = request;
    const span = tracing.start({
      name: info.isResource ? `${method} ${routeOf(info)}` : method,
      attributes: connectionAttributes(request),
      startedAtMs: performance.timeOrigin + startedMs,
      headers,
      isTrusted: user.groups.some((group) => TRUSTED_GROUPS.has(group)),
    });
    const end = (): void => {
      span.setAttribute('http.status_code', reply.statusCode);
      span.end(request.failure?.unexpected ? request.failure : undefined);
    };
    // The client may have left during authentication: then the reply does not close again.
    if (isReplyClosed(reply)) end();
    else reply.once('close', end);
    return runWithin(span, () => next(request));
  };

/** The span of the handler of a resource: after all checks of the request. */
export const traceHandler: Filter = (next) => (request) => {
  const name = request.info.isResource ? HANDLERS[request.info.verb] : undefined;
  if (name === undefined) return next(request);
  return inSpan(
    name,
    () => handlerAttributes(request),
    () => next(request),
  );
};

/** The path of a resource, with placeholders for the names that clients choose. */
function routeOf({ group, version, namespace, resource, name, subresource }: RequestInfo): string {
  const parts = group === '' ? ['', 'api', version] : ['', 'apis', group, version];
  if (namespace !== '') parts.push('namespaces', '{:namespace}');
  parts.push(resource);
  if (name !== '') parts.push('{:name}');
  if (subresource !== '') parts.push(subresource);
  return parts.join('/');
}

function connectionAttributes({ raw, method, headers, url }: ServerRequest): SpanAttributes {
  const { socket, httpVersion } = raw;
  return {
    'http.method': method,
    'http.scheme': 'https',
    'http.target': shownUri(url),
    'net.protocol.version': httpVersion,
    'net.sock.peer.addr': socket?.remoteAddress ?? '',
    'net.sock.peer.port': socket?.remotePort ?? 0,
    'user_agent.original': headers['user-agent'] ?? '',
  };
}

function handlerAttributes({ info, headers, url, auditId, raw, method }: ServerRequest): SpanAttributes {
  const { group, version, namespace, resource, name, subresource, verb } = info;
  return {
    accept: headers.accept ?? '',
    'audit-id': auditId,
    client: raw.socket?.remoteAddress ?? '',
    'api-group': group,
    'api-version': version,
    name,
    subresource,
    namespace,
    protocol: `HTTP/${raw.httpVersion}`,
    resource,
    scope: name !== '' || verb === 'create' ? 'resource' : namespace !== '' ? 'namespace' : 'cluster',
    url: shownUri(url),
    'user-agent': headers['user-agent'] ?? '',
    verb: verb === 'list' || verb === 'watch' ? verb.toUpperCase() : method,
  };
}
