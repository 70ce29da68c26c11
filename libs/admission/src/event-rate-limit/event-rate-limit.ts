import { createHash } from 'node:crypto';
import { aggregatedText, ApiError, type ApiObject, type Clock } from '@orch/apimachinery';
import type { AdmissionAttributes } from '@orch/registry';
import { LRUCache } from 'lru-cache';
import type { AdmissionPlugin } from '../admission-plugin.js';
import { TokenBucket } from './token-bucket.js';

/** What shares one bucket: all events of the server, those of a namespace, of a user, or of a source and its object. */
export const LIMIT_TYPES = ['Server', 'Namespace', 'User', 'SourceAndObject'] as const;
export type LimitType = (typeof LIMIT_TYPES)[number];

/** A limit of the configuration file of EventRateLimit. */
export interface EventLimit {
  readonly type: LimitType;
  /** Events per second, after the burst. */
  readonly qps: number;
  readonly burst: number;
  /** Buckets in memory; a bucket that is dropped starts full again. */
  readonly cacheSize: number;
}

/** Default of `cacheSize`. */
export const CACHED_BUCKETS = 4_096;
/** Longest key that is kept and shown as it is. Unit: characters. */
const MAX_SHOWN = 1_024;

/** Refuses events above configured rates with 429 (D-184). Rates are those of this server. Dry runs are not counted. */
export function eventRateLimit(limits: readonly EventLimit[], clock: Clock): AdmissionPlugin {
  const accepts = limits.map((limit) => acceptorOf(limit, clock));
  return {
    name: 'EventRateLimit',
    handles: ({ operation, definition: { gvr }, dryRun }) =>
      !dryRun && gvr.resource === 'events' && gvr.group === '' && (operation === 'CREATE' || operation === 'UPDATE'),
    validate: (a) => {
      // Each limit counts the event, also after another one refused it.
      const refusals = accepts.flatMap((accept) => accept(a) ?? []);
      if (refusals.length > 0) throw new ApiError('TooManyRequests', `Too many requests: ${aggregatedText(refusals)}`);
    },
  };
}

/** Counts an event, and returns why it is refused. */
function acceptorOf({ type, qps, burst, cacheSize }: EventLimit, clock: Clock) {
  const keyOf = KEYS[type];
  const buckets = new LRUCache<string, TokenBucket>({ max: type === 'Server' ? 1 : cacheSize });
  return (a: AdmissionAttributes): string | undefined => {
    const key = keyOf(a);
    const kept = bounded(key);
    let bucket = buckets.get(kept);
    if (!bucket) buckets.set(kept, (bucket = new TokenBucket(qps, burst, clock)));
    return bucket.take() ? undefined : `limit reached on type ${type} for key ${key.slice(0, MAX_SHOWN)}`;
  };
}

/** A long key is kept by its digest: the texts of an event may have megabytes. */
const bounded = (key: string): string =>
  key.length <= MAX_SHOWN ? key : createHash('sha256').update(key).digest('base64');

const KEYS: Readonly<Record<LimitType, (a: AdmissionAttributes) => string>> = {
  Server: () => '',
  Namespace: ({ namespace }) => namespace,
  User: ({ user }) => user.username,
  SourceAndObject: ({ object }) => sourceAndObject(object as CoreEvent | undefined),
};

type Texts<K extends string> = Readonly<Partial<Record<K, string>>>;

interface CoreEvent extends ApiObject {
  readonly source?: Texts<'component' | 'host'>;
  readonly involvedObject?: Texts<'kind' | 'namespace' | 'name' | 'uid' | 'apiVersion'>;
}

function sourceAndObject({ source, involvedObject }: Partial<CoreEvent> = {}): string {
  const { kind, namespace, name, uid, apiVersion } = involvedObject ?? {};
  return [source?.component, source?.host, kind, namespace, name, uid, apiVersion].join('');
}
