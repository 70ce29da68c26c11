import { FairQueue, type Flow } from '@orch/http';

/** Tasks that may wait for a thread, as one is begun at a time; more are refused. Those of lanes wait apart from the others. */
const WAITING = { total: 35, perFlow: 19 };
/** Tasks of one lane, and of all lanes, that are in the threads, and the bytes of all: each holds memory of its thread, up to a hundred times its bytes. */
const IN_LANES = { each: 4, all: 8, bytes: 12 * 1_024 * 1_024 };

const anyTask = (): boolean => true;

/** A task that waits for a thread. */
export interface QueuedTask {
  readonly flow: Flow;
  readonly signal: AbortSignal | undefined;
  /** Whether its answer has begun: it waits however many others do. Default: false. */
  readonly isContinued?: boolean;
  /** Tasks that ask the same webhooks, which may not answer: to convert objects, or to admit them. Default: it asks none. */
  readonly lane?: string | undefined;
  /** Size of what it works on. Default: 0. */
  readonly bytes?: number;
}

/**
 * Tasks that wait for a thread, fair between users. Only a few tasks of a lane are in the threads at once, so that a webhook that hangs leaves room
 * for tasks of other lanes, and for those without one, which have a queue of their own.
 */
export class TaskQueue<T extends QueuedTask> {
  private readonly plain = new FairQueue<T>(WAITING);
  private readonly laned = new FairQueue<T>(WAITING);
  /** Tasks in the threads, by lane. */
  private readonly inThread = new Map<string, number>();
  private bytesInThread = 0;
  private isLanedNext = false;

  /** Adds a task. False: too many wait. @param onLeft called when its signal was aborted while it waited. */
  push(task: T, onLeft: () => void): boolean {
    const queue = task.lane === undefined ? this.plain : this.laned;
    return queue.push(task.flow, task, task.signal, onLeft, task.isContinued);
  }

  /**
   * Takes the next task: one of a lane, one without, as long as there are both. It is in a thread until it {@link leave}s.
   * @param mayTake excludes tasks, which keep their places. Default: none.
   */
  shift(mayTake: (task: T) => boolean = anyTask): T | undefined {
    const task = this.isLanedNext
      ? (this.shiftLaned(mayTake) ?? this.shiftPlain(mayTake))
      : (this.shiftPlain(mayTake) ?? this.shiftLaned(mayTake));
    if (!task) return undefined;
    this.isLanedNext = task.lane === undefined;
    if (task.lane !== undefined) this.count(task.lane, 1, task.bytes);
    return task;
  }

  /** A task that was taken has ended. Users who came while it was computed have their turn before the next one of its user. */
  leave({ flow, lane, bytes }: T): void {
    this.plain.putLast(flow);
    this.laned.putLast(flow);
    if (lane !== undefined) this.count(lane, -1, bytes);
  }

  /** Takes all tasks. */
  drain(): T[] {
    return [...this.plain.drain(), ...this.laned.drain()];
  }

  private shiftPlain(mayTake: (task: T) => boolean): T | undefined {
    return this.plain.shift(undefined, mayTake);
  }

  private shiftLaned(mayTake: (task: T) => boolean): T | undefined {
    let all = 0;
    for (const count of this.inThread.values()) all += count;
    if (all >= IN_LANES.all) return undefined;
    return this.laned.shift(undefined, (task) => this.hasRoom(task) && mayTake(task));
  }

  /** The first task of all lanes may have any size. */
  private hasRoom({ lane, bytes = 0 }: T): boolean {
    if (this.countOf(lane!) >= IN_LANES.each) return false;
    return this.inThread.size === 0 || this.bytesInThread + bytes <= IN_LANES.bytes;
  }

  private count(lane: string, change: 1 | -1, bytes = 0): void {
    const count = this.countOf(lane) + change;
    if (count === 0) this.inThread.delete(lane);
    else this.inThread.set(lane, count);
    this.bytesInThread += change * bytes;
  }

  private countOf(lane: string): number {
    return this.inThread.get(lane) ?? 0;
  }
}
