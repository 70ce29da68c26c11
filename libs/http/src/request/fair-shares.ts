import { ApiError } from '@orch/apimachinery';
import { hasRoom, type Flow, type QueueLimits } from './fair-queue.js';

/** Limits of waiting works that have not started: each holds a body of megabytes. More are rejected. */
const NOT_BEGUN: QueueLimits = { total: 256, perFlow: 128 };
const RETRY_AFTER_SECONDS = 2;

/** Whether work has had a share before, is the next work of a request, or is the first of its request. */
export type WorkStage = 'resumed' | 'continued' | 'new';

type Grant = () => void;

interface FlowShares {
  /** Of requests that hold decoded objects: they are completed first, so that few are held at a time. */
  readonly begun: Grant[];
  readonly notBegun: Grant[];
  /** The consumed time, on the scale of `virtualMs`: the next share is due at this point. Unit: milliseconds. */
  dueMs: number;
}

/**
 * Schedules shares of the event loop. Exempt flows come first, then the flow with the least consumed time (start-time
 * fair queueing), and within a flow one work after the other: work that has started continues before other work starts.
 * Reads no clock.
 */
export class FairShares {
  private readonly exempt: FlowShares = { begun: [], notBegun: [], dueMs: 0 };
  private readonly flows = new Map<string, FlowShares>();
  /** Consumed time of the flow with the least: a new flow starts here. */
  private virtualMs = 0;
  private waiting = 0;
  /** Of all flows that are not exempt. */
  private notBegun = 0;

  /** Number of waiting works. */
  get size(): number {
    return this.waiting;
  }

  /** @throws ApiError TooManyRequests when new work of the flow is rejected now. Exempt flows never are. */
  assertRoom({ name, exempt }: Flow): void {
    if (!exempt && !hasRoom(NOT_BEGUN, this.notBegun, this.flows.get(name)?.notBegun.length ?? 0))
      throw tooManyBodies();
  }

  /** @throws ApiError TooManyRequests for new work when the queue is full. */
  add(flow: Flow, stage: WorkStage, grant: Grant): void {
    const shares = this.sharesOf(flow);
    if (stage === 'new') {
      this.assertRoom(flow);
      shares.notBegun.push(grant);
      if (!flow.exempt) this.notBegun++;
    } else if (stage === 'resumed') shares.begun.unshift(grant);
    else shares.begun.push(grant);
    this.waiting++;
  }

  /** Takes the next grant; undefined when none waits. */
  next(): Grant | undefined {
    const shares = sizeOf(this.exempt) > 0 ? this.exempt : this.leastConsumed();
    if (!shares) return undefined;
    this.waiting--;
    const begun = shares.begun.shift();
    if (begun) return begun;
    if (shares !== this.exempt) this.notBegun--;
    return shares.notBegun.shift();
  }

  /** Removes work that was aborted. */
  remove(flow: Flow, grant: Grant): void {
    const shares = this.sharesOf(flow);
    for (const line of [shares.begun, shares.notBegun]) {
      const at = line.indexOf(grant);
      if (at < 0) continue;
      line.splice(at, 1);
      this.waiting--;
      if (line === shares.notBegun && !flow.exempt) this.notBegun--;
    }
  }

  /** Adds consumed time to the flow. */
  charge(flow: Flow, ms: number): void {
    // Without waiting work no flow has pending shares.
    if (this.waiting === 0) this.forget();
    else if (!flow.exempt) this.sharesOf(flow).dueMs += ms;
  }

  /** Flows that are kept in memory. */
  get kept(): number {
    return this.flows.size;
  }

  private sharesOf({ name, exempt }: Flow): FlowShares {
    if (exempt) return this.exempt;
    let shares = this.flows.get(name);
    if (!shares) this.flows.set(name, (shares = { begun: [], notBegun: [], dueMs: this.virtualMs }));
    return shares;
  }

  private leastConsumed(): FlowShares | undefined {
    let least: FlowShares | undefined;
    for (const [name, shares] of this.flows) {
      if (sizeOf(shares) === 0) {
        // It returns as a new flow.
        if (shares.dueMs <= this.virtualMs) this.flows.delete(name);
      } else if (!least || shares.dueMs < least.dueMs) least = shares;
    }
    if (!least) return undefined;
    // A flow does not accumulate time while it is idle.
    least.dueMs = Math.max(least.dueMs, this.virtualMs);
    this.virtualMs = least.dueMs;
    return least;
  }

  private forget(): void {
    this.flows.clear();
    this.virtualMs = 0;
  }
}

const sizeOf = ({ begun, notBegun }: FlowShares): number => begun.length + notBegun.length;

const tooManyBodies = (): ApiError =>
  ApiError.tooManyRequests('too many large bodies wait to be decoded: try again later', RETRY_AFTER_SECONDS);
