import { setMaxListeners } from 'node:events';
import { ApiError, sleep, type Clock, type Random } from '@orch/apimachinery';
import type { ResourceClient } from '@orch/client';
import type { Logger } from '@orch/process';
import { loggedFailure } from '../logged-failure.js';
import { LeadershipLostError } from './leadership-lost.js';
import { claimSpec, LeaseObservation, releaseSpec } from './lease-claim.js';
import type { Lease } from './lease.js';
import { checkedLeaseTimes, type LeaseTimes } from './lease-times.js';

/** The calls leader election makes. */
export type LeaseStore = Pick<ResourceClient<Lease>, 'find' | 'create' | 'replace'>;

export interface LeaderElectionOptions extends LeaseTimes {
  readonly leases: LeaseStore;
  readonly namespace: string;
  /** Name of the lease: candidates with the same lease compete for leadership. */
  readonly name: string;
  /** Identity of this process, unique across all processes and restarts. */
  readonly identity: string;
  readonly clock: Clock;
  readonly random: Random;
  readonly logger: Logger;
}

/**
 * Elects one of several processes as the leader. Relies on equal clock rates, never on synchronized clocks: the
 * holder stops `renewDeadline` after it *sent* its last good renewal, others wait `leaseSeconds` after they *saw* it,
 * which is later, and longer.
 */
export class LeaderElection {
  private readonly leaseSeconds: number;
  private readonly renewDeadlineMs: number;
  private readonly retryMs: number;
  private readonly observation = new LeaseObservation();
  /** The lease as we last wrote it; undefined when it must be read first. */
  private own: Lease | undefined;
  /** The outcome of our last write is unknown. */
  private uncertain = false;

  /** @throws RangeError when the durations are inconsistent. */
  constructor(private readonly options: LeaderElectionOptions) {
    const { leaseSeconds, renewDeadlineSeconds, retrySeconds } = checkedLeaseTimes(options);
    this.leaseSeconds = leaseSeconds;
    this.renewDeadlineMs = renewDeadlineSeconds * 1000;
    this.retryMs = retrySeconds * 1000;
  }

  /**
   * Waits for leadership, then calls `onLead`. Its signal is aborted when `signal` is, or when leadership is lost.
   * Resolves after `onLead` has ended and the lease is released.
   * @throws LeadershipLostError after `onLead` has ended; what `onLead` throws, unchanged.
   */
  async run(onLead: (signal: AbortSignal) => Promise<void>, signal: AbortSignal): Promise<void> {
    const sentMs = await this.acquire(signal);
    if (sentMs === undefined) return;
    this.options.logger.info('became leader', { lease: this.options.name, identity: this.options.identity });
    await this.lead(onLead, signal, sentMs);
  }

  /** Monotonic time at which the successful request was sent; undefined when stopped before. */
  private async acquire(signal: AbortSignal): Promise<number | undefined> {
    while (!signal.aborted) {
      const sentMs = this.options.clock.monotonicNow();
      if ((await this.attempt(signal)) === 'held') return sentMs;
      try {
        await sleep(this.options.clock, this.retryMs * (1 + this.options.random() * 0.2), signal);
      } catch (err) {
        if (!signal.aborted) throw err;
      }
    }
    // After a stop during a write, release the lease in case the write succeeded: others would wait for its expiry.
    if (this.uncertain) await this.release();
    return undefined;
  }

  private async lead(onLead: (signal: AbortSignal) => Promise<void>, stop: AbortSignal, sentMs: number): Promise<void> {
    const { clock, logger } = this.options;
    const leading = new AbortController();
    setMaxListeners(0, leading.signal); // every call of every worker listens
    const ended = new AbortController();
    const lose = (reason: string): void => {
      logger.error('lost leadership', { lease: this.options.name, reason });
      leading.abort(new LeadershipLostError(`lost the lease ${this.options.name}: ${reason}`));
    };
    const onStop = (): void => leading.abort(stop.reason);
    // A separate timer: a renewal that hangs must not prolong leadership.
    const arm = (fromMs: number): (() => void) =>
      clock.setTimer(() => lose('no renewal in time'), this.renewDeadlineMs + fromMs - clock.monotonicNow());
    let disarm = arm(sentMs);
    if (stop.aborted) onStop();
    else stop.addEventListener('abort', onStop, { once: true });

    // While `onLead` still finishes its work after a stop, the lease is renewed: no other process may start yet.
    const renewals = this.renewUntil(ended.signal, lose, (renewedMs) => {
      disarm();
      disarm = arm(renewedMs);
    });
    const [work] = await Promise.allSettled([Promise.resolve(leading.signal).then(onLead)]);
    disarm();
    stop.removeEventListener('abort', onStop);
    ended.abort(new Error('no longer leading'));
    await renewals;
    if (leading.signal.reason instanceof LeadershipLostError) throw leading.signal.reason;
    await this.release();
    if (work.status === 'rejected') throw work.reason;
  }

  private async renewUntil(
    ended: AbortSignal,
    lose: (why: string) => void,
    renewed: (sentMs: number) => void,
  ): Promise<void> {
    while (!ended.aborted) {
      try {
        await sleep(this.options.clock, this.retryMs, ended);
      } catch (err) {
        if (ended.aborted) return;
        throw err;
      }
      const sentMs = this.options.clock.monotonicNow();
      const outcome = await this.attempt(ended);
      if (ended.aborted) return;
      if (outcome === 'held') renewed(sentMs);
      if (outcome === 'taken') return lose('another holds it');
    }
  }

  /** One attempt to acquire or renew the lease. `failed`: the outcome is unknown, retry. */
  private async attempt(signal: AbortSignal): Promise<'held' | 'taken' | 'failed'> {
    const { leases, identity, clock, logger, name } = this.options;
    // Half the deadline, so that a second try fits into it.
    const call = { signal, timeoutMs: this.renewDeadlineMs / 2 };
    try {
      const current = this.own ?? (await leases.find(this.key, call));
      if (!current) {
        this.own = await leases.create(this.fresh(), call);
        this.uncertain = false;
        return 'held';
      }
      const nowMs = clock.monotonicNow();
      this.observation.see(current, nowMs);
      if (current.spec?.holderIdentity !== identity && !this.observation.isFree(current, this.leaseSeconds, nowMs)) {
        return 'taken';
      }
      const spec = claimSpec(current.spec, identity, this.leaseSeconds, clock.now());
      this.own = await leases.replace({ ...current, spec: { ...current.spec, ...spec } }, call);
      this.uncertain = false;
      return 'held';
    } catch (err) {
      // What is stored now is unknown: read before the next write.
      this.own = undefined;
      const lostRace = err instanceof ApiError && (err.reason === 'Conflict' || err.reason === 'AlreadyExists');
      if (!lostRace) this.uncertain = true;
      if (!lostRace && !signal.aborted)
        logger.warn('failed to acquire or renew the lease', { lease: name, error: loggedFailure(err) });
      return 'failed';
    }
  }

  /** Lets another candidate acquire the lease immediately. After a failure, others wait for its expiry. */
  private async release(): Promise<void> {
    const { leases, identity, clock, logger, name } = this.options;
    try {
      const current = this.own ?? (await leases.find(this.key, { timeoutMs: 1_000 }));
      if (current?.spec?.holderIdentity !== identity) return;
      await leases.replace({ ...current, spec: releaseSpec(current.spec, clock.now()) }, { timeoutMs: 1_000 });
    } catch (err) {
      logger.warn('failed to release the lease', { lease: name, error: loggedFailure(err) });
    }
  }

  private get key(): { namespace: string; name: string } {
    return { namespace: this.options.namespace, name: this.options.name };
  }

  private fresh(): Lease {
    const { identity, clock } = this.options;
    return { metadata: { ...this.key }, spec: claimSpec(undefined, identity, this.leaseSeconds, clock.now()) };
  }
}
