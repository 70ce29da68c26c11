import type { Clock } from '@orch/apimachinery';

import type { Revision } from '../storage.js';
import { functionName } from './function-library.js';
import { PeriodicTask } from './periodic-task.js';
import type { ServerLink } from './server-link.js';

/** Entries per call: about two milliseconds of the server. */
const STEP_ENTRIES = 200;
const CALL_LIMIT_MS = 4_000;
const LONGEST_PAUSE_MS = 5_000;
const SHORTEST_PAUSE_MS = 200;

export interface TrimHost {
  readonly base: string;
  readonly link: ServerLink;
  readonly clock: Clock;
  readonly windowMs: number;
  /** The current time; empty: the server's time. */
  readonly stamp: () => string;
  readonly trimmed: (oldest: Revision) => void;
  readonly functionTook: (name: string, ms: number) => void;
}

/**
 * Trims changes that have left the history window. Every process does so: a step is one atomic function call by the server's
 * clock, so concurrent trims are harmless.
 */
export class HistoryTrim {
  private readonly rounds: PeriodicTask;

  constructor(private readonly host: TrimHost) {
    const pauseMs = Math.min(Math.max(host.windowMs / 10, SHORTEST_PAUSE_MS), LONGEST_PAUSE_MS);
    this.rounds = new PeriodicTask(host.clock, pauseMs, () => this.run());
  }

  stop(): void {
    this.rounds.stop();
  }

  /** Rejects when Redis is unavailable: history grows meanwhile, and the next round continues. */
  private async run(): Promise<void> {
    const { base, link, windowMs, stamp, trimmed, functionTook } = this.host;
    for (let due = '0'; due === '0' && !this.rounds.isStopped;) {
      const began = performance.now();
      const answer = await link.run(CALL_LIMIT_MS, ({ redis }) =>
        redis.call('FCALL', functionName('trim'), 1, base, stamp(), String(windowMs), STEP_ENTRIES),
      );
      functionTook('trim', performance.now() - began);
      const [oldest, next] = answer as [string, string];
      trimmed(Number(oldest));
      due = next;
    }
  }
}
