import { FairLines } from '@orch/apimachinery';
import { NextTurn } from '@orch/process';
import { LeastUsedFirst, type OfConnection } from './least-used-first.js';
import { RecentUse } from './recent-use.js';

/** A step that waits. */
interface WaitingStep extends OfConnection {
  readonly run: () => void;
}

/**
 * Spreads what is done with the bytes of many connections, such as those to backends, over turns of the event loop. Flows take turns: a user with a thousand connections
 * delays those of others by a step each time. Within a flow, connections that used little go first. One for all connections of a kind.
 */
export class ReadPace {
  private leftMs: number;
  /** By flow. */
  private readonly waiting = new FairLines<WaitingStep>(() => new LeastUsedFirst());

  /** @param msPerTurn what all connections together may take of a turn, but for the last step. @param now Default: `performance.now()`. */
  constructor(
    private readonly msPerTurn = 10,
    private readonly now = () => performance.now(),
  ) {
    this.leftMs = msPerTurn;
  }

  /** The use of a new connection. */
  newUse(): RecentUse {
    return new RecentUse(this.now());
  }

  /** Runs `step` now if this turn has time left, else in a later one. @param flow whose connection it is. @param use of the connection. */
  run(flow: string, use: RecentUse, step: () => void): void {
    if (!this.tryRun(use, step)) this.waiting.add(flow, { run: step, use });
  }

  /** Runs `step` now if this turn has time left. @returns whether it has. */
  tryRun(use: RecentUse, step: () => void): boolean {
    this.nextTurn.schedule();
    if (!this.waiting.isEmpty || this.leftMs <= 0) return false;
    this.runNow(use, step);
    return true;
  }

  private runNow(use: RecentUse, step: () => void): void {
    const beganMs = this.now();
    try {
      step();
    } finally {
      process.nextTick(this.charge, use, this.charge(use, beganMs));
    }
  }

  /** What came of a step follows it: Node begins requests of HTTP/2 after the read. */
  private readonly charge = (use: RecentUse, sinceMs: number): number => {
    const nowMs = this.now();
    this.leftMs -= nowMs - sinceMs;
    use.charge(nowMs - sinceMs, nowMs);
    return nowMs;
  };

  private readonly nextTurn = new NextTurn(() => {
    // What the last step took too long is taken from this turn: after a long one others have a turn without any.
    this.leftMs = this.msPerTurn + Math.max(-this.msPerTurn, Math.min(this.leftMs, 0));
    this.runNext();
  });

  private readonly runNext = (): void => {
    const step = this.leftMs > 0 ? this.waiting.next() : undefined;
    if (step || this.leftMs <= 0 || !this.waiting.isEmpty) this.nextTurn.schedule();
    if (!step) return;
    try {
      this.runNow(step.use, step.run);
    } finally {
      process.nextTick(this.runNext);
    }
  };
}
