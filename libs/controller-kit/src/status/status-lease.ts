import { ApiError, formatMicroTime, isPlainObject, sleep, type Clock } from '@orch/apimachinery';
import type { Logger } from '@orch/process';
import type { LeaseStore } from '../leader-election/leader-election.js';
import type { Lease } from '../leader-election/lease.js';
import { loggedFailure } from '../logged-failure.js';
import {
  type ProcessStatus,
  type PublishedStatus,
  significance,
  statusOf,
  type StatusSource,
} from './controller-status.js';

/** The status is looked at, and written when it is another one, at most this often. */
const LOOK_MS = 30_000;
/** It is written again after this time, also when it is the same. */
const RENEW_MS = 300_000;
/** Without a renewal for this time the process has ended. Unit: seconds. */
const LEASE_SECONDS = 630;
/** Processes in one Lease; those that wrote last. */
const MOST_PROCESSES = 10;

export interface StatusLeaseOptions {
  readonly leases: LeaseStore;
  readonly namespace: string;
  readonly name: string;
  /** Name of the label and of the annotation. */
  readonly key: string;
  /** Of this process, unique across all processes and restarts. */
  readonly identity: string;
  readonly controllers: readonly StatusSource[];
  /** Whether the workers of this process run: otherwise it has nothing to say. */
  readonly isActive: () => boolean;
  readonly clock: Clock;
  readonly logger: Logger;
}

/**
 * Publishes the state of the work queues and the last errors of a process in an annotation of a Lease, for people who may read it
 * (decision 070). At most two writes a minute, usually one in five.
 */
export class StatusLease {
  private written = '';
  private writtenMs = -Infinity;

  constructor(private readonly options: StatusLeaseOptions) {}

  /** Publishes until the signal is aborted, then removes what this process has published. Never rejects. */
  async run(signal: AbortSignal): Promise<void> {
    const { clock, logger, name } = this.options;
    try {
      for (;;) {
        await sleep(clock, LOOK_MS, signal);
        await this.look(signal);
      }
    } catch (error) {
      // What is not allowed now will not be later.
      if (!signal.aborted) logger.info('the status of the controllers is not published', { lease: name, error: loggedFailure(error) }); // prettier-ignore
    }
    if (this.writtenMs > -Infinity) await this.withdraw();
  }

  /** @throws ApiError Forbidden. */
  private async look(signal: AbortSignal): Promise<void> {
    const { controllers, isActive, clock, logger, name } = this.options;
    if (!isActive()) return;
    try {
      const all = await Promise.all(controllers.map(statusOf));
      const worth = significance(all);
      const isDue = clock.now() - this.writtenMs >= RENEW_MS;
      if (worth === this.written && !isDue) return;
      await this.write({ time: new Date(clock.now()).toISOString(), controllers: all }, { signal, timeoutMs: 5_000 });
      this.written = worth;
      this.writtenMs = clock.now();
    } catch (error) {
      if (error instanceof ApiError && error.reason === 'Forbidden') throw error;
      // The next look tries again: another process may have written, or the server does not answer.
      logger.debug('failed to publish the status of the controllers', { lease: name, error: loggedFailure(error) });
    }
  }

  private async withdraw(): Promise<void> {
    const { logger, name } = this.options;
    try {
      await this.write(undefined, { timeoutMs: 1_000 });
    } catch (error) {
      logger.debug('failed to withdraw the status of the controllers', { lease: name, error: loggedFailure(error) });
    }
  }

  /** @param own undefined: removes that of this process. */
  private async write(own: ProcessStatus | undefined, call: Parameters<LeaseStore['find']>[1]): Promise<void> {
    const { leases, namespace, name } = this.options;
    const current = await leases.find({ namespace, name }, call);
    if (current === undefined) {
      if (own !== undefined) await leases.create(this.leaseWith(undefined, own), call);
    } else await leases.replace(this.leaseWith(current, own), call);
  }

  private leaseWith(current: Lease | undefined, own: ProcessStatus | undefined): Lease {
    const { namespace, name, key, identity, clock } = this.options;
    const published = withStatus(current?.metadata.annotations?.[key], identity, own, clock.now());
    return {
      ...current,
      metadata: {
        ...current?.metadata,
        ...{ namespace, name },
        labels: { ...current?.metadata.labels, [key]: 'true' },
        annotations: { ...current?.metadata.annotations, [key]: JSON.stringify(published) },
      },
      spec: {
        ...current?.spec,
        holderIdentity: Object.keys(published)[0] ?? '',
        leaseDurationSeconds: LEASE_SECONDS,
        renewTime: formatMicroTime(clock.now()),
      },
    };
  }
}

/** The published status with that of one process, without those that have ended. Pure. */
function withStatus(
  text: string | undefined,
  identity: string,
  own: ProcessStatus | undefined,
  nowMs: number,
): PublishedStatus {
  const others = Object.entries(parsed(text))
    .filter(([name, status]) => name !== identity && isCurrent(status, nowMs))
    .toSorted(([, one], [, other]) => (one.time < other.time ? 1 : -1));
  return Object.fromEntries([...(own ? [[identity, own] as const] : []), ...others].slice(0, MOST_PROCESSES));
}

/** Whether a process that wrote this has not ended. A time of the future is not one of a process: it would never end. */
function isCurrent(status: unknown, nowMs: number): boolean {
  const time = isPlainObject(status) && typeof status['time'] === 'string' ? Date.parse(status['time']) : Number.NaN;
  return Math.abs(nowMs - time) < LEASE_SECONDS * 1_000;
}

/** Other clients may have written anything there. */
function parsed(text: string | undefined): PublishedStatus {
  try {
    const value: unknown = JSON.parse(text ?? '{}');
    return typeof value === 'object' && value !== null && !Array.isArray(value) ? (value as PublishedStatus) : {};
  } catch {
    return {};
  }
}
