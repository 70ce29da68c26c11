import { ChurnMap } from '@orch/apimachinery';
import { FairQueue, type Flow } from '@orch/http';

/** Bounds of concurrent and queued calls. */
export interface CallLimits {
  /**
   * Concurrent calls of all flows. A flow may use no more than stay free: a single flow gets half, two get a third each, and a new flow always
   * finds a free one.
   */
  readonly atOnce: number;
  /** Queued calls of all flows. A flow without queued calls may add its first one beyond the limit. */
  readonly waiting: number;
  /** Queued calls of one flow. */
  readonly waitingPerFlow: number;
}

/** Bounds concurrent calls with fair queuing, so that no flow starves the others. Exempt flows go first. */
export class CallTurns {
  private readonly queue: FairQueue<() => void>;
  private readonly running = new ChurnMap<string, number>();
  private count = 0;

  constructor(private readonly limits: CallLimits) {
    this.queue = new FairQueue({ total: limits.waiting, perFlow: limits.waitingPerFlow });
  }

  /**
   * Resolves when the call may start, with a release function to be called once at its end. Undefined: the queue is full.
   * @param signal ends the wait; not aborted yet.
   * @throws the reason of the signal.
   */
  enter(flow: Flow, signal: AbortSignal): Promise<() => void> | undefined {
    if (this.mayStart(flow.name, flow.exempt)) return Promise.resolve(this.start(flow));
    let leave: (reason: unknown) => void = () => undefined;
    let isQueued = false;
    const turn = new Promise<() => void>((resolve, reject) => {
      leave = reject;
      isQueued = this.queue.push(
        flow,
        () => resolve(this.start(flow)),
        signal,
        () => leave(signal.reason),
      );
    });
    return isQueued ? turn : undefined;
  }

  private mayStart(name: string, exempt: boolean): boolean {
    const free = this.limits.atOnce - this.count;
    return exempt ? free > 0 : (this.running.get(name) ?? 0) < free;
  }

  private start({ name, exempt }: Flow): () => void {
    this.count++;
    if (!exempt) this.running.set(name, (this.running.get(name) ?? 0) + 1);
    return () => {
      this.count--;
      if (!exempt) this.left(name);
      this.startNext();
    };
  }

  private left(name: string): void {
    const running = this.running.get(name)! - 1;
    if (running === 0) this.running.delete(name);
    else this.running.set(name, running);
  }

  private startNext(): void {
    while (this.count < this.limits.atOnce) {
      const start = this.queue.shift((name) => this.mayStart(name, false));
      if (!start) return;
      start();
    }
  }
}
