import type { ServedResource } from '@orch/registry';
import { isHealthPath, type RequestInfo, type ServerRequest, type Filter } from '@orch/http';

/** What is known of the state in memory, on a store that other servers write too. */
export interface Freshness {
  /** Returns when memory has every write that was acknowledged before the call. @throws ApiError ServiceUnavailable. */
  fresh(served?: ServedResource): void | Promise<void>;
  /** Returns when memory has every write that was acknowledged a second before the call. @throws ApiError ServiceUnavailable. */
  recent(served?: ServedResource): void | Promise<void>;
  resource(group: string, version: string, resource: string): { readonly revision: number } | undefined;
}

/**
 * Lets a request on when what is read for it is no older than the request itself: its token, the rights of its caller, and its objects
 * (decision 039). A request that takes any state gets one that is at most a second old, since its caller must not choose how old his token
 * and his rights are. Answers 503 with `Retry-After` when the store cannot be asked.
 * HOT PATH (bench: redis-get): without a shared store no promise.
 */
export const fresh =
  (freshness: Freshness): Filter =>
  (next) =>
  (request) => {
    const need = needOf(request, freshness);
    if (need === 'nothing') return next(request);
    const served = request.info.isResource ? request.info : undefined;
    const ready = need === 'newest' ? freshness.fresh(served) : freshness.recent(served);
    return ready ? ready.then(() => next(request)) : next(request);
  };

/** Answered without a look at any object, but for the rights to ask. */
const ABOUT_THE_SERVER: ReadonlySet<string> = new Set(['/metrics', '/version', '/version/']);

/**
 * Health, metrics and version are asked when the store is away, too. `resourceVersion=0` says that any state will do, and a watch goes
 * on from a version that was reached here by itself; one that was not is of a state that this server has yet to see, or that was lost.
 */
function needOf(request: ServerRequest, freshness: Freshness): 'nothing' | 'recent' | 'newest' {
  const { info } = request;
  if (!info.isResource) return isHealthPath(info.path) || ABOUT_THE_SERVER.has(info.path) ? 'nothing' : 'newest';
  if (!isRead(info) || !request.url.includes('resourceVersion=')) return 'newest';
  const version = request.query.get('resourceVersion') ?? '';
  if (version === '0') return 'recent';
  if (info.verb !== 'watch' || version === '') return 'newest';
  const known = freshness.resource(info.group, info.version, info.resource)?.revision ?? 0;
  return Number(version) <= known ? 'recent' : 'newest';
}

const isRead = ({ verb, subresource }: RequestInfo): boolean =>
  subresource === '' && (verb === 'get' || verb === 'list' || verb === 'watch');
