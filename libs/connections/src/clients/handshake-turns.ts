/** Longest run of starts. Unit: milliseconds. */
const RUN_MS = 2;

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
  /** Before that, accepting goes first. */
  private restsUntilMs = 0;

  /** @param longer turns of work that takes longer, which get half of the time while there is any here. */
  constructor(private readonly longer?: HandshakeTurns) {}

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
    if (this.isScheduled || this.lines.size === 0) return;
    this.isScheduled = true;
    setImmediate(this.nextTurn);
  }

  private readonly nextTurn = (): void => {
    const nowMs = performance.now();
    const mustRest = this.isAccepting && nowMs < this.restsUntilMs;
    this.isAccepting = false;
    if (mustRest) return void setImmediate(this.nextTurn);
    this.beganMs = nowMs;
    this.startNext(nowMs);
  };

  private startNext(nowMs: number): void {
    let network = '';
    let line: Line | undefined;
    for (const [name, other] of this.lines) if (!line || other.usedMs < line.usedMs) [network, line] = [name, other];
    if (!line) return this.rest(nowMs);
    this.virtualMs = line.usedMs;
    const start = line.starts.shift()!;
    try {
      start();
    } finally {
      process.nextTick(this.served, network, line, nowMs); // an exception of one connection does not end the turns of others
    }
  }

  private readonly served = (network: string, line: Line, startMs: number): void => {
    const endMs = performance.now();
    line.usedMs += endMs - startMs;
    if (line.starts.length === 0) this.lines.delete(network);
    if (endMs - this.beganMs < RUN_MS) this.startNext(endMs);
    else this.rest(endMs);
  };

  private rest(endMs: number): void {
    this.restsUntilMs = endMs + (endMs - this.beganMs);
    this.isScheduled = false;
    this.schedule();
  }
}
