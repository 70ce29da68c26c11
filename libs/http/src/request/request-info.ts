import { ApiError } from '@orch/apimachinery';
import { parseQuery } from './query.js';
import type { RequestInfo } from './request-context.js';

/** The request info before the path was parsed, and for invalid paths. */
export const UNRESOLVED_REQUEST: RequestInfo = nonResource('', '');

const VERBS: ReadonlyMap<string, string> = new Map([
  ['GET', 'get'],
  ['HEAD', 'get'],
  ['POST', 'create'],
  ['PUT', 'update'],
  ['PATCH', 'patch'],
  ['DELETE', 'delete'],
]);

/**
 * Parses the request info from method and URL (A-027, C-028, C-035, C-036, C-038, C-308). PUT is `update` here; whether
 * it creates is known, and authorized, only after the object was looked up.
 *
 * HOT PATH (bench: get): splits and compares; no regular expression, no URL object.
 * @param query parses the query string; called only for reads that have one.
 * @throws ApiError BadRequest for an invalid percent escape.
 */
export function resolveRequestInfo(
  method: string,
  url: string,
  query: () => URLSearchParams = () => parseQuery(queryOf(url)),
): RequestInfo {
  const rawPath = pathOf(url);
  const escaped = rawPath.includes('%');
  const segments = segmentsOf(rawPath, escaped);
  const path = escaped ? `/${segments.join('/')}` : rawPath;

  const core = segments[0] === 'api';
  if (!core && segments[0] !== 'apis') return nonResource(method, path);
  let at = core ? 2 : 3;
  if (segments.length <= at) return nonResource(method, path);

  let verb = VERBS.get(method) ?? method.toLowerCase();
  const legacyWatch = segments[at] === 'watch' && segments.length > at + 1;
  if (legacyWatch) {
    at++;
    // The legacy path supports watch only (C-038).
    if (verb !== 'get') return nonResource(method, path);
  }

  let namespace = '';
  if (segments[at] === 'namespaces' && segments.length > at + 1) {
    namespace = segments[at + 1]!;
    const below = segments[at + 2];
    // `/namespaces/n/status` is a sub-resource of n; `/namespaces/n/pods` is a resource in n.
    if (below !== undefined && below !== 'status' && below !== 'finalize') at += 2;
  }
  const resource = segments[at]!;
  const name = segments[at + 1] ?? '';
  const subresource = segments[at + 2] ?? '';
  for (let i = 1; i < Math.min(segments.length, at + 3); i++) {
    // An empty segment, or an escaped slash (%2F), matches no resource: an administrator gets 404.
    if (segments[i] === '' || (escaped && segments[i]!.includes('/'))) return nonResource(method, path);
  }

  // Query parameters of a sub-resource are its own: a proxy forwards them.
  const mayWatch = subresource === '' && url.length > rawPath.length;
  if (verb === 'get' && (legacyWatch || (mayWatch && isWatch(query())))) verb = 'watch';
  else if (name === '') {
    if (verb === 'get') verb = 'list';
    else if (verb === 'delete') verb = 'deletecollection';
  }
  return {
    isResource: true,
    path,
    verb,
    group: core ? '' : segments[1]!,
    version: segments[core ? 1 : 2]!,
    namespace,
    resource,
    subresource,
    name,
    rest: segments.length > at + 3 ? segments.slice(at + 3) : NONE,
  };
}

const NONE: readonly string[] = [];

function segmentsOf(rawPath: string, escaped: boolean): string[] {
  const segments: string[] = [];
  let from = 1; // every path begins with a slash
  for (let to = rawPath.indexOf('/', from); to >= 0; to = rawPath.indexOf('/', from)) {
    segments.push(rawPath.slice(from, to));
    from = to + 1;
  }
  if (from < rawPath.length || segments.length === 0) segments.push(rawPath.slice(from)); // `/pods/` is `/pods`
  if (escaped) for (let i = 0; i < segments.length; i++) segments[i] = decodeSegment(segments[i]!);
  return segments;
}

/** The part after `?`, empty without one. */
export function queryOf(url: string): string {
  const mark = url.indexOf('?');
  return mark < 0 ? '' : url.slice(mark + 1);
}

/** The part before `?`, unchanged: escapes are kept, and the host of an absolute form is removed. */
export function pathOf(url: string): string {
  const mark = url.indexOf('?');
  const path = mark < 0 ? url : url.slice(0, mark);
  if (path.startsWith('/')) return path;
  // Absolute form, `GET https://host/path`: sent by proxies.
  const authority = path.indexOf('://');
  if (authority < 0) return `/${path}`;
  const slash = path.indexOf('/', authority + 3);
  return slash < 0 ? '/' : path.slice(slash);
}

/** `watch`, `watch=1`, `watch=true` watch; `watch=0` and `watch=false` do not (C-035). */
function isWatch(query: URLSearchParams): boolean {
  const value = query.get('watch');
  if (value === null) return false;
  return value !== '0' && value.toLowerCase() !== 'false';
}

function decodeSegment(segment: string): string {
  if (!segment.includes('%')) return segment;
  try {
    return decodeURIComponent(segment);
  } catch (cause) {
    throw ApiError.badRequest(`the path has a broken percent escape in ${JSON.stringify(segment)}`, cause);
  }
}

function nonResource(method: string, path: string): RequestInfo {
  return {
    isResource: false,
    path,
    verb: method.toLowerCase(),
    group: '',
    version: '',
    namespace: '',
    resource: '',
    subresource: '',
    name: '',
    rest: [],
  };
}
