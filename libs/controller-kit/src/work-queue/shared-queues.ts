import type { RedisSecretFiles } from '@orch/redis';
import type { Queue } from 'bullmq';
import type { Observable } from 'rxjs';
import type { RateLimiterOptions } from './rate-limiter.js';
import type { WorkQueue } from './work-queue.js';

/** Where the processes of a control plane share their work queues: a Redis. */
export interface SharedQueueOptions extends RedisSecretFiles {
  /** Addresses of one Redis, as `parseRedisUrls` reads them. */
  readonly urls: readonly string[];
  /** Prefix of all keys: control planes that share a Redis use different ones. Default: `orch`. */
  readonly keyPrefix?: string;
  /** Takes precedence over the addresses. */
  readonly username?: string;
  readonly sentinelUsername?: string;
  /**
   * How long a key stays with a process that does not renew its lock; then another process gets it. Unit: milliseconds. Default: 15_000.
   */
  readonly lockMs?: number;
}

/** Work queues that the processes of a control plane share. */
export interface SharedQueues {
  /** The queue of one controller, the same in all processes. @param backoff of failing keys. */
  queue(controller: string, backoff: RateLimiterOptions | undefined): WorkQueue;
  /**
   * Emits after an outage: what was queued last may be lost with the server, so that all keys must be added again.
   */
  readonly restored$: Observable<void>;
  /** Whether the server is reachable now. */
  readonly isConnected: boolean;
  /** The queues as BullMQ has them, one for each controller that shares its work. */
  readonly jobQueues: readonly Queue<string>[];
  /** Ends all connections, also of queues that are not closed. */
  close(): void;
}
