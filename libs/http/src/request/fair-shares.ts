import { ApiError } from '@orch/apimachinery';
import { hasRoom, type Flow, type QueueLimits } from './fair-queue.js';

/** Works that have not begun and wait: each holds a body of megabytes. More are refused. */
const NOT_BEGUN: QueueLimits = { total: 256, perFlow: 128 };
const RETRY_AFTER_SECONDS = 2;

/** Whether work has had a share before, is the next work of a request that has done some, or the first of its request. */
export type WorkStage = 'resumed' | 'continued' | 'new';

type Grant = () => void;

interface FlowShares {
  /** Of requests that hold decoded objects: they are done first, so that few are held at a time. */
  readonly begun: Grant[];
  readonly notBegun: Grant[];
  /** Bodies that are being received. */
  expected: number;
  /** What the flow has had, on the same scale as `virtualMs`: its next share is due at this point. Unit: milliseconds. */
  dueMs: number;
}

/**
 * Who gets the next share of the event loop. Exempt flows come first, then the flow that has had least (start-time fair queueing), and
 * within a flow one work after the other: a work that has begun goes on before another begins. Reads no clock.
 */
export class FairShares {
  private readonly exempt: FlowShares = { begun: [], notBegun: [], expected: 0, dueMs: 0 };
  private readonly flows = new Map<string, FlowShares>();
  /** How far the flow that has had least has got: a flow that comes begins here. */
  private virtualMs = 0;
  private waiting = 0;
  /** Of all flows that are not exempt, with those that are expected. */
  private notBegun = 0;

  /** How many works wait. */
  get size(): number {
    return this.waiting;
  }

  /** Whether new work of the flow is refused now. Exempt flows never are. */
  isFull(flow: Flow): boolean {
    if (flow.exempt) return false;
    const shares = this.flows.get(flow.name);
    return !hasRoom(NOT_BEGUN, this.notBegun, shares ? shares.notBegun.length + shares.expected : 0);
  }

  /**
   * Keeps room for new work whose body is being received.
   * @returns gives it back; called once.
   * @throws ApiError TooManyRequests where too much waits.
   */
  expect(flow: Flow): () => void {
    if (this.isFull(flow)) throw tooManyBodies();
    if (flow.exempt) return () => undefined;
    const shares = this.sharesOf(flow);
    shares.expected++;
    this.notBegun++;
    return () => {
      shares.expected--;
      this.notBegun--;
    };
  }

  /** @throws ApiError TooManyRequests for new work where too much waits. */
  add(flow: Flow, stage: WorkStage, grant: Grant): void {
    const shares = this.sharesOf(flow);
    if (stage === 'new') {
      if (this.isFull(flow)) throw tooManyBodies();
      shares.notBegun.push(grant);
      if (!flow.exempt) this.notBegun++;
    } else if (stage === 'resumed') shares.begun.unshift(grant);
    else shares.begun.push(grant);
    this.waiting++;
  }

  /** Takes out who is next; undefined when nobody waits. */
  next(): Grant | undefined {
    const shares = sizeOf(this.exempt) > 0 ? this.exempt : this.leastServed();
    if (!shares) return undefined;
    this.waiting--;
    const begun = shares.begun.shift();
    if (begun) return begun;
    if (shares !== this.exempt) this.notBegun--;
    return shares.notBegun.shift();
  }

  /** Takes out work that is not wanted any more. */
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

  /** The flow has had this much. */
  charge(flow: Flow, ms: number): void {
    // Where nobody waits nobody is owed anything.
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
    if (!shares) this.flows.set(name, (shares = { begun: [], notBegun: [], expected: 0, dueMs: this.virtualMs }));
    return shares;
  }

  private leastServed(): FlowShares | undefined {
    let least: FlowShares | undefined;
    for (const [name, shares] of this.flows) {
      if (sizeOf(shares) === 0) {
        // It comes back as a new one.
        if (shares.expected === 0 && shares.dueMs <= this.virtualMs) this.flows.delete(name);
      } else if (!least || shares.dueMs < least.dueMs) least = shares;
    }
    if (!least) return undefined;
    // What a flow did not take while it had no work is not saved up.
    least.dueMs = Math.max(least.dueMs, this.virtualMs);
    this.virtualMs = least.dueMs;
    return least;
  }

  private forget(): void {
    for (const [name, shares] of this.flows) {
      if (shares.expected === 0) this.flows.delete(name);
      else shares.dueMs = 0;
    }
    this.virtualMs = 0;
  }
}

const sizeOf = ({ begun, notBegun }: FlowShares): number => begun.length + notBegun.length;

const tooManyBodies = (): ApiError =>
  ApiError.tooManyRequests('too many large bodies wait to be decoded: try again later', RETRY_AFTER_SECONDS);
