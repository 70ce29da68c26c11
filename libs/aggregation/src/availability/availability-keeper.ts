import { setImmediate as nextTurn } from 'node:timers/promises';
import { formatTime, sleep, type ApiObject, type Clock } from '@orch/apimachinery';
import type { LoopbackClient } from '@orch/registry';
import type { RemoteService } from '../services/remote-service.js';
import type { RemoteServices } from '../services/remote-services.js';
import type { AvailabilityMetrics } from './availability-metrics.js';
import { LOCAL, type Finding } from './finding.js';
import { isAvailable, withAvailability } from './with-availability.js';

/** How often an API server is asked although nothing changed. Unit: milliseconds. */
const RECHECK_MS = 30_000;
/** Delay of the next check after a failed one. Unit: milliseconds. Doubles up to the other. */
const FIRST_RETRY_MS = 250;
/** Checks that begin or end in one turn of the event loop: some milliseconds. */
const TURN_CHECKS = 16;

/** Dependencies of the keeper. */
export interface AvailabilityKeeperParts {
  readonly services: RemoteServices;
  readonly client: LoopbackClient;
  /** Resource of APIServices, as in `LoopbackClient`. */
  readonly resource: string;
  readonly check: (remote: RemoteService) => Promise<Finding>;
  /** Called after each check, with whether it passed; undefined when the group version is no longer another server's. */
  readonly checked: (name: string, remote: RemoteService | undefined, passed: boolean) => Promise<void>;
  readonly metrics: AvailabilityMetrics;
  readonly clock: Clock;
  readonly warn: (message: string, fields: Readonly<Record<string, unknown>>) => void;
  readonly ended: AbortSignal;
}

/** Keeps the condition Available of APIServices: each is checked by itself, when something changes and from time to time. */
export class AvailabilityKeeper {
  private readonly running = new Map<string, { again: boolean }>();
  private readonly timers = new Map<string, AbortController>();
  private readonly failures = new Map<string, number>();
  private turn: Promise<void> = Promise.resolve();
  private inTurns = 0;

  constructor(private readonly parts: AvailabilityKeeperParts) {}

  /** Something changed on which the availability depends. */
  look(name: string): void {
    const running = this.running.get(name);
    if (running) running.again = true;
    else void this.run(name);
  }

  private async run(name: string): Promise<void> {
    const { ended, warn } = this.parts;
    const state = { again: true };
    this.running.set(name, state);
    this.timers.get(name)?.abort();
    let passed = false;
    while (state.again && !ended.aborted) {
      state.again = false;
      try {
        passed = await this.keep(name);
      } catch (error) {
        passed = false;
        if (!ended.aborted) warn('the availability of an API server could not be kept', { apiService: name, error });
      }
    }
    this.running.delete(name);
    if (!ended.aborted && this.parts.services.named(name)) this.later(name, passed);
    else this.failures.delete(name);
  }

  /** Whether it is available. */
  private async keep(name: string): Promise<boolean> {
    const { services, check, checked } = this.parts;
    // Hundreds of group versions may be served by one service: all are checked when it changes, and the checks end together when it does not answer.
    await this.ownTurn();
    const remote = services.named(name);
    const finding = remote ? await check(remote) : LOCAL;
    await this.ownTurn();
    const passed = finding.status === 'True';
    await this.write(name, finding);
    await checked(name, remote, passed);
    return passed;
  }

  /** Resolves in a turn that few other checks have. */
  private ownTurn(): Promise<void> {
    if (this.inTurns++ % TURN_CHECKS === 0) this.turn = this.turn.then(() => nextTurn());
    return this.turn;
  }

  private async write(name: string, finding: Finding): Promise<void> {
    const { client, resource, clock, metrics } = this.parts;
    const now = formatTime(clock.now());
    const compute = (current: ApiObject): ApiObject => withAvailability(current, finding, now);
    const current = client.read(resource, '', name);
    if (!current) return metrics.removed(name);
    const isFound = finding.status === 'True';
    metrics.found(name, isFound);
    if (compute(current) === current) return;
    if (!isFound && isAvailable(current)) metrics.lost(name, finding.reason);
    await client.change(resource, '', name, compute, 'status');
  }

  private later(name: string, passed: boolean): void {
    const failures = passed ? 0 : (this.failures.get(name) ?? 0);
    this.failures.set(name, passed ? 0 : failures + 1);
    const waitMs = passed ? RECHECK_MS : Math.min(FIRST_RETRY_MS * 2 ** failures, RECHECK_MS);
    const timer = new AbortController();
    this.timers.set(name, timer);
    sleep(this.parts.clock, waitMs, AbortSignal.any([timer.signal, this.parts.ended])).then(
      () => this.look(name),
      () => undefined, // it is checked at once instead, or the server closes
    );
  }
}
