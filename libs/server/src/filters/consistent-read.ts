import type { ServedResource } from '@orch/registry';
import { awaitInTurn, isHealthPath, type RequestInfo, type ServerRequest, type Filter } from '@orch/http';

/** Waits for the cache of a store that other servers write too. */
export interface ConsistentReads {
  /**
   * Waits until the cache has every write that was acknowledged before the call. @throws ApiError ServiceUnavailable.
   */
  waitForConsistentRead(served?: ServedResource): void | Promise<void>;
  /**
   * Waits until the cache has every write that was acknowledged a second before the call. @throws ApiError
   * ServiceUnavailable.
   */
  waitForRecentRead(served?: ServedResource): void | Promise<void>;
  resource(group: string, version: string, resource: string): { readonly revision: number } | undefined;
}

/**
 * Consistent reads: passes a request on once the cached state it depends on is at least as new as the request: its token,
 * the roles of its user, and its objects (decision 039). A request that accepts any state gets one that is at most a
 * second old, since a client must not choose the age of its token and roles. Answers 503 with `Retry-After` when the
 * store is unavailable. Requests that waited for the same answer of the store continue in turns: it may have come late. HOT PATH (bench: redis-get): without a shared store no promise.
 */
export const consistentRead =
  (reads: ConsistentReads): Filter =>
  (next) =>
  (request) => {
    const need = needOf(request, reads);
    if (need === 'nothing') return next(request);
    const served = request.info.isResource ? request.info : undefined;
    const ready = need === 'newest' ? reads.waitForConsistentRead(served) : reads.waitForRecentRead(served);
    return ready ? awaitInTurn(request.raw, ready).then(() => next(request)) : next(request);
  };

/** Paths answered without reading objects, except for authorization. */
const ABOUT_THE_SERVER: ReadonlySet<string> = new Set(['/metrics', '/metrics/slis', '/version', '/version/']);

/**
 * Health, metrics and version are served while the store is unavailable, too. `resourceVersion=0` accepts any state,
 * and a watch resumes from a revision that this server has reached; any other revision is one that this server has not
 * seen yet, or that was lost.
 */
function needOf(request: ServerRequest, reads: ConsistentReads): 'nothing' | 'recent' | 'newest' {
  const { info } = request;
  if (!info.isResource) return isHealthPath(info.path) || ABOUT_THE_SERVER.has(info.path) ? 'nothing' : 'newest';
  if (!isRead(info) || !request.url.includes('resourceVersion=')) return 'newest';
  const version = request.query.get('resourceVersion') ?? '';
  if (version === '0') return 'recent';
  if (info.verb !== 'watch' || version === '') return 'newest';
  const known = reads.resource(info.group, info.version, info.resource)?.revision ?? 0;
  return Number(version) <= known ? 'recent' : 'newest';
}

const isRead = ({ verb, subresource }: RequestInfo): boolean =>
  subresource === '' && (verb === 'get' || verb === 'list' || verb === 'watch');
