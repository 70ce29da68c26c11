import type { CpuClock } from '@orch/process';
import { EqualRest } from '../layers/equal-rest.js';

/** Longest run of starts. Unit: milliseconds. */
const RUN_MS = 2;
/** Longest rest. Unit: milliseconds. */
const MAX_REST_MS = 100;

/** Starts of one client network that wait. */
interface Line {
  readonly starts: (() => void)[];
  /** Time that its starts took, on the scale of `virtualMs`. */
  usedMs: number;
}

/**
 * Starts and continues handshakes, of the client network with the least time first. Node accepts one connection in each turn of the event loop: were handshakes started in
 * all of them, then others would wait in the queue of the operating system for as long as a flood of them takes, or be dropped from it. So while connections
 * are accepted, starts take half of the time.
 */
export class HandshakeTurns {
  private readonly lines = new Map<string, Line>();
  /** The time of the network that was last served: one that was idle starts here, without credit. */
  private virtualMs = 0;
  private isScheduled = false;
  /** A connection was accepted since the last turn. */
  private isAccepting = false;
  private beganMs = 0;
  /** In the turn before. */
  private hasRun = false;
  /** Until it is over, accepting goes first. */
  private readonly rest: EqualRest;

  /**
   * @param longer turns of work that takes longer, which get half of the time while there is any here.
   * @param cpuClock default: of the thread.
   * @param now default: `performance.now()`.
   */
  constructor(
    private readonly longer?: HandshakeTurns,
    cpuClock?: CpuClock,
    private readonly now = () => performance.now(),
  ) {
    this.rest = new EqualRest(MAX_REST_MS, now, cpuClock);
  }

  /** A connection was accepted, or other work came: there may be more. */
  accepted(): void {
    this.isAccepting = true;
    this.longer?.accepted();
  }

  /** @param network of the client. @param start creates the TLS connection, which reads the first bytes in the next tick, or hands over the next. */
  add(network: string, start: () => void): void {
    const line = this.lines.get(network);
    if (line) line.starts.push(start);
    else this.lines.set(network, { starts: [start], usedMs: this.virtualMs });
    this.longer?.accepted();
    this.schedule();
  }

  private schedule(): void {
    if (this.isScheduled || (this.lines.size === 0 && !this.hasRun)) return;
    this.isScheduled = true;
    setImmediate(this.nextTurn);
  }

  private readonly nextTurn = (): void => {
    // Here, as what came of it follows the run: Node ends hundreds of requests after their connection is closed.
    if (this.hasRun) this.rest.end();
    this.hasRun = false;
    const mustRest = this.isAccepting && !this.rest.isOver;
    this.isAccepting = false;
    if (mustRest) return void setImmediate(this.nextTurn);
    if (this.lines.size === 0) return void (this.isScheduled = false);
    this.hasRun = true;
    this.rest.begin();
    this.beganMs = this.now();
    this.startNext(this.beganMs);
  };

  private startNext(nowMs: number): void {
    let network = '';
    let line: Line | undefined;
    for (const [name, other] of this.lines) if (!line || other.usedMs < line.usedMs) [network, line] = [name, other];
    if (!line) return this.endTurn();
    this.virtualMs = line.usedMs;
    const start = line.starts.shift()!;
    try {
      start();
    } finally {
      // An exception of one connection does not end the turns of others. In a microtask, as Node closes a connection in one that OpenSSL reported an error of, and throws where it has data before.
      process.nextTick(queueMicrotask, () => this.served(network, line, nowMs));
    }
  }

  private served(network: string, line: Line, startMs: number): void {
    const endMs = this.now();
    line.usedMs += endMs - startMs;
    if (line.starts.length === 0) this.lines.delete(network);
    if (endMs - this.beganMs < RUN_MS) this.startNext(endMs);
    else this.endTurn();
  }

  private endTurn(): void {
    this.isScheduled = false;
    this.schedule();
  }
}
