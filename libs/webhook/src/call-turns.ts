import { SharedPlaces } from '@orch/apimachinery';
import { FairQueue, type Flow } from '@orch/http';

/** Bounds of concurrent and queued calls. */
export interface CallLimits {
  /** Concurrent calls of all flows, which share them ({@link SharedPlaces}). */
  readonly atOnce: number;
  /** Queued calls of all flows. A flow without queued calls may add its first one beyond the limit. */
  readonly waiting: number;
  /** Queued calls of one flow. */
  readonly waitingPerFlow: number;
}

/** Bounds concurrent calls with fair queuing, so that no flow starves the others. Exempt flows go first. */
export class CallTurns {
  private readonly queue: FairQueue<() => void>;
  private readonly running: SharedPlaces;

  constructor(limits: CallLimits) {
    this.running = new SharedPlaces(limits.atOnce);
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
    return exempt ? this.running.free > 0 : this.running.hasRoom(name);
  }

  private start({ name }: Flow): () => void {
    this.running.take(name);
    return () => {
      this.running.release(name);
      this.startNext();
    };
  }

  private startNext(): void {
    while (this.running.free > 0) {
      const start = this.queue.shift((name) => this.mayStart(name, false));
      if (!start) return;
      start();
    }
  }
}
