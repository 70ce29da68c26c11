import { randomUUID } from 'node:crypto';
import { setMaxListeners } from 'node:events';
import { withTimeout } from '@orch/apimachinery';
import { hostname } from 'node:os';
import {
  Injectable,
  type BeforeApplicationShutdown,
  type OnApplicationBootstrap,
  type OnApplicationShutdown,
} from '@nestjs/common';
import { builtinResources } from '@orch/client';
import type { Controller } from '../controller/controller.js';
import { ControllerRuntime } from '../controller/controller-runtime.js';
import { LeaderElection } from '../leader-election/leader-election.js';
import type { Lease } from '../leader-election/lease.js';
import { StatusLease } from '../status/status-lease.js';
import { ControllerModuleOptions } from './controller-module-options.js';
import { runTogether } from './run-together.js';
import { syncCaches } from './sync-caches.js';

/** Shutdown timeouts of workers, and then of queued events. Together below the 5 s of a process. */
const WORKERS_LIMIT_MS = 3_500;
const FLUSH_LIMIT_MS = 1_000;

/** Starts and stops the controllers of a process with the Nest application that they are part of. */
@Injectable()
export class ControllerManager implements OnApplicationBootstrap, BeforeApplicationShutdown, OnApplicationShutdown {
  /** Rejects when the controllers cannot continue. Never resolves. */
  readonly failure: Promise<never>;
  private fail: (error: unknown) => void = () => undefined;
  private readonly stopping = new AbortController();
  private running: Promise<void> = Promise.resolve();
  private publishing: Promise<void> = Promise.resolve();
  private readonly identity = `${hostname()}_${randomUUID()}`;
  private stopped: Promise<void> | undefined;
  private closed: Promise<void> | undefined;

  constructor(
    private readonly options: ControllerModuleOptions,
    private readonly runtime: ControllerRuntime,
  ) {
    setMaxListeners(0, this.stopping.signal); // every call of every worker listens
    this.failure = new Promise((_resolve, reject) => (this.fail = reject));
    this.failure.catch(() => undefined); // it may have no listener
  }

  /**
   * Starts the informers, waits until all caches are synced, starts the workers: with leader election once the Lease is acquired, which this does
   * not wait for. @throws RangeError for two controllers of one name; the reason of an aborted start.
   */
  async onApplicationBootstrap(): Promise<void> {
    try {
      this.refuseEqualNames();
      await syncCaches(this.runtime, this.options.signal);
      this.runtime.phase = 'ready';
      this.options.onSynced?.();
    } catch (error) {
      await this.close();
      throw error;
    }
    this.running = this.run();
    this.running.catch((error: unknown) => this.onFailure(error));
    if (this.options.publishStatus === true) this.publishing = this.publishStatus();
  }

  /** Stops the workers, then releases the Lease. */
  beforeApplicationShutdown(): Promise<void> {
    return (this.stopped ??= this.stopWorkers());
  }

  /** Sends queued events, stops informers, closes the client. */
  async onApplicationShutdown(): Promise<void> {
    await this.beforeApplicationShutdown();
    await this.close();
  }

  private refuseEqualNames(): void {
    const names = this.names();
    const equal = names.find((name, index) => names.indexOf(name) !== index);
    if (equal !== undefined) throw new RangeError(`two controllers are called ${equal}`);
  }

  private names(): readonly string[] {
    return this.runtime.controllers.map(({ options }) => options.name);
  }

  /** Controllers that share their work run in every process; the others run where they always do, of shared queues in one process. */
  private async run(): Promise<void> {
    const { options, stopping } = this;
    const { controllers, sharedQueues } = this.runtime;
    const shared = controllers.filter(({ sharesWork }) => sharesWork);
    const single = controllers.filter(({ sharesWork }) => !sharesWork);
    const runs = shared.length > 0 ? [this.work(shared, stopping.signal)] : [];
    if (single.length > 0) {
      const isElected = options.leaderElect === true || sharedQueues !== undefined;
      runs.push(isElected ? this.runElected(single) : this.work(single, stopping.signal));
    }
    await Promise.all(runs);
  }

  private async work(controllers: readonly Controller[], signal: AbortSignal): Promise<void> {
    this.runtime.isActive = true;
    await runTogether(controllers, this.options.workers, signal).finally(() => (this.runtime.isActive = false));
  }

  /** One Lease for all controllers of the process that need one: each renewal is a write. */
  private async runElected(controllers: readonly Controller[]): Promise<void> {
    const { options, stopping } = this;
    const { client, clock, random, logger } = this.runtime;
    const name = this.leaseName();
    const candidacy = { lease: name, isLeader: false };
    this.runtime.candidacy = candidacy;
    const election = new LeaderElection({
      leases: client.resource<Lease>(builtinResources.leases),
      namespace: client.vocabulary.namespaces.system,
      name,
      identity: this.identity,
      clock,
      random,
      logger,
      ...options.leaseTimes,
    });
    const lead = async (signal: AbortSignal): Promise<void> => {
      candidacy.isLeader = true;
      await this.work(controllers, signal).finally(() => (candidacy.isLeader = false));
    };
    await election.run(lead, stopping.signal);
  }

  private async publishStatus(): Promise<void> {
    const { runtime, stopping, identity } = this;
    const { client, clock, logger, controllers } = runtime;
    const status = new StatusLease({
      leases: client.resource<Lease>(builtinResources.leases),
      namespace: client.vocabulary.namespaces.system,
      name: `${this.leaseName()}-status`,
      key: client.vocabulary.annotations.controllerStatus,
      isActive: () => runtime.isActive,
      ...{ identity, controllers, clock, logger },
    });
    await status.run(stopping.signal);
  }

  private leaseName(): string {
    return this.options.leaseName ?? this.names().join('.');
  }

  private onFailure(error: unknown): void {
    this.fail(error);
    if (this.options.onFailure) return this.options.onFailure(error);
    this.runtime.logger.error('controllers failed', { error });
    void this.onApplicationShutdown().finally(() => process.exit(1));
  }

  private async stopWorkers(): Promise<void> {
    this.runtime.phase = 'stopping';
    this.stopping.abort(new Error('the controllers are being stopped'));
    await this.within(WORKERS_LIMIT_MS, Promise.allSettled([this.running, this.publishing]));
  }

  private close(): Promise<void> {
    return (this.closed ??= this.closeAll());
  }

  private async closeAll(): Promise<void> {
    await this.within(FLUSH_LIMIT_MS, this.runtime.flushEvents());
    this.runtime.close();
    if (!this.options.sharedQueues) this.runtime.sharedQueues?.close();
    if (!this.options.client) await this.runtime.client.close();
  }

  /** Waits for `work`, but no longer than `limitMs`. */
  private async within(limitMs: number, work: Promise<unknown>): Promise<void> {
    const { clock, logger } = this.runtime;
    await withTimeout(clock, limitMs, work, () => logger.warn('shutdown timed out', { limitMs }));
  }
}
