import type { Logger } from '@orch/process';
import { parseRedisUrls, redisServers } from '@orch/redis';
import type { Queue } from 'bullmq';
import { Cluster, type Redis } from 'ioredis';
import type { Observable } from 'rxjs';
import type { RateLimiterOptions } from '../rate-limiter.js';
import type { SharedQueueOptions, SharedQueues } from '../shared-queues.js';
import { LiveSecrets } from './live-secrets.js';
import { Outage } from './outage.js';
import { openConnection } from './queue-connection.js';
import { QueueNode } from './queue-node.js';
import { RedisWorkQueue } from './redis-work-queue.js';

const KEY_PREFIX = 'orch';
const LOCK_MS = 15_000;

/** The work queues of one process on Redis. They share a connection; each has one more, for the command that waits for keys. */
export class RedisWorkQueues implements SharedQueues {
  private readonly connections: (Redis | Cluster)[] = [];
  private readonly queues: RedisWorkQueue[] = [];
  private readonly outage: Outage;
  private readonly main: Redis | Cluster;
  private isWarned = false;

  private constructor(
    private readonly options: SharedQueueOptions,
    secrets: LiveSecrets,
    private readonly logger: Logger,
  ) {
    const target = parseRedisUrls(options.urls);
    this.outage = new Outage(logger, redisServers(options.urls).text);
    const opened = (connection: Redis | Cluster): void => {
      this.connections.push(connection);
      // A connection without a listener prints its errors.
      connection.on('error', (error: unknown) => this.outage.onFailure(error));
      connection.on('close', () => void secrets.reload());
    };
    this.main = openConnection({ target, options, secrets, opened, evicting: this.onEvicting });
    if (this.main instanceof Cluster) new QueueNode(this.main, `${this.prefix}:`, this.outage);
    else this.main.on('ready', () => this.outage.onReady());
    this.main.on('close', () => this.outage.onClose());
  }

  /**
   * Does not wait for the server: keys are kept until it is reachable.
   * @throws RedisUrlError; RedisFileError and errors of the operating system for files of credentials.
   */
  static async open(options: SharedQueueOptions, logger: Logger): Promise<RedisWorkQueues> {
    return new RedisWorkQueues(options, await LiveSecrets.open(options, logger), logger);
  }

  get restored$(): Observable<void> {
    return this.outage.restored$;
  }

  get isConnected(): boolean {
    return this.outage.isConnected;
  }

  get jobQueues(): readonly Queue<string>[] {
    return this.queues.map(({ jobs }) => jobs);
  }

  queue(controller: string, backoff: RateLimiterOptions | undefined): RedisWorkQueue {
    const { lockMs = LOCK_MS } = this.options;
    const queue = new RedisWorkQueue({
      controller,
      prefix: this.prefix,
      connection: this.main,
      backoff: backoff ?? {},
      lockMs,
      logger: this.logger.child({ controller }),
      isConnected: () => this.isConnected,
    });
    this.queues.push(queue);
    return queue;
  }

  /** The hash tag is that of the store: in a cluster all keys of a control plane are on one node. */
  private get prefix(): string {
    return `{${this.options.keyPrefix ?? KEY_PREFIX}}:queue`;
  }

  /** Logged once: keys that Redis drops are reconciled after the next change only. */
  private readonly onEvicting = (policy: string): void => {
    if (this.isWarned) return;
    this.isWarned = true;
    this.logger.warn('Redis drops keys of the work queue when memory is short: set maxmemory-policy noeviction', {
      policy,
    });
  };

  close(): void {
    this.outage.close();
    for (const queue of this.queues) queue.abandon();
    for (const connection of this.connections) connection.disconnect();
  }
}
