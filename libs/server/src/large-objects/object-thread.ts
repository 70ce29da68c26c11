import { Worker } from 'node:worker_threads';
import type { ApiError, Clock } from '@orch/apimachinery';
import type { Flow } from '@orch/http';
import type { BodyHead, CurrentObject, FromWorker, ToWorker, WorkerSettings } from './messages.js';
import type { Annotate, ConversionCalls } from '@orch/registry';
import type { QueuedTask } from './task-queue.js';
import { interrupted, notStarted, shuttingDown, tooLarge, unanswered } from './thread-errors.js';
import { fromWire, toWire } from './wire-error.js';
import type { WriteSession } from './write-session.js';

/** Concurrent tasks in a thread, without those of lanes that wait. */
const AT_ONCE = 4;
/**
 * How long a task without a lane may wait for an answer before another is begun meanwhile. A write asks some five times: if others were begun each
 * time, it would wait for five of them. Unit: milliseconds.
 */
const ANSWER_MS = 100;
/** How long an idle thread is kept. Unit: milliseconds. */
const IDLE_MS = 10_000;
/** Timeout of a thread that computes without any message: many times the duration of the largest write. */
const SILENT_MS = 20_000;
/** How long a thread may take to start: it loads the code of the server, which takes long where the machine is busy. */
const START_MS = 60_000;
/**
 * V8 may end the whole process when a thread reaches it, so tasks stay far below: the write of 8 MiB of empty objects takes 0.9 GiB, and 1.3 GiB
 * before garbage is collected.
 */
const MEMORY = { maxOldGenerationSizeMb: 2_048, maxYoungGenerationSizeMb: 64 };
/** Bytes of the writes in a thread that have no lane. */
const MAX_BYTES = 12 * 1_024 * 1_024;

/** A task for a thread. */
export interface ThreadTask extends QueuedTask {
  /** The first message. Called when its turn has come; an error it throws fails the task. */
  readonly begin: (task: number) => ToWorker;
  /** For a write: receives the calls and messages of the thread. */
  readonly write?: WriteListener;
  /** Of a kind that a webhook converts: the calls that the thread asks for. Default: none. */
  readonly calls?: ConversionCalls | undefined;
}

/** Callbacks during a write. */
export interface WriteListener {
  readonly session: WriteSession;
  readonly warn: (text: string) => void;
  readonly annotate: Annotate;
  /** The body was decoded. @param json of the body, if requested. */
  readonly decoded: (head: BodyHead, json: Uint8Array | undefined) => void;
}

/** A task whose result is waited for. */
export interface PendingTask extends ThreadTask {
  resolve(result: unknown): void;
  reject(error: unknown): void;
}

export const isPlainWrite = ({ write, lane }: ThreadTask): boolean => write !== undefined && lane === undefined;

/** Begins the tasks of a thread. */
export interface ThreadOwner {
  /** A task is not in the thread any more. */
  left(task: PendingTask): void;
  /** The thread may have become free. */
  hasChanged(): void;
}

/** A task in the thread. */
interface Running {
  readonly task: PendingTask;
  /** Its pending calls. */
  open: number;
  /** Ends the time in which it keeps others from being begun. Undefined: it does not. */
  cancelHold?: (() => void) | undefined;
}

/**
 * One worker thread for large objects. It is started for the first task and ended after ten idle seconds. A thread that fails also fails its tasks;
 * the next task starts a new one.
 */
export class ObjectThread {
  private worker: Worker | undefined;
  private readonly running = new Map<number, Running>();
  /** Tasks without pending calls, in the order of their last messages: the thread works on the first. */
  private readonly computing = new Set<number>();
  private last = 0;
  private cancelTimer: (() => void) | undefined;
  /** What the timer is for. */
  private timed: Timed | undefined;
  /** Whether the thread has loaded its code. */
  private isReady = false;
  private closed = false;

  constructor(
    private readonly file: string,
    private readonly settings: WorkerSettings,
    private readonly clock: Clock,
    private readonly owner: ThreadOwner,
  ) {}

  get isRunning(): boolean {
    return this.worker !== undefined;
  }

  /** Whether another task may be begun. */
  get isFree(): boolean {
    return !this.isHeld && this.places < AT_ONCE;
  }

  /** Whether a write may be begun: they hold memory while they wait for answers. Those of lanes have their own limit. The first may have any size. */
  hasRoom({ bytes = 0 }: PendingTask): boolean {
    let [count, all] = [0, bytes];
    for (const { task } of this.running.values()) {
      if (!isPlainWrite(task)) continue;
      count++;
      all += task.bytes ?? 0;
    }
    return count === 0 || all <= MAX_BYTES;
  }

  /** Whether a task of that flow is in the thread: it is computed, or waits for an answer of the server. */
  has({ name }: Flow): boolean {
    for (const { task } of this.running.values()) if (task.flow.name === name) return true;
    return false;
  }

  /** Begins a task, or rejects it. */
  begin(task: PendingTask): void {
    const id = ++this.last;
    try {
      const message = task.begin(id);
      this.worker ??= this.start();
      this.worker.postMessage(message);
      this.running.set(id, { task, open: 0 });
      this.computing.add(id);
    } catch (error) {
      this.owner.left(task);
      task.reject(error);
    }
    this.watch();
  }

  /** Ends the thread. @param reason for its tasks. */
  async close(reason: unknown): Promise<void> {
    this.closed = true;
    await this.end(reason);
  }

  /** Whether no task is begun: one is computed, or will be at once. So a task waits for one of each other user, whatever these have sent before. */
  private get isHeld(): boolean {
    if (this.computing.size > 0) return true;
    for (const { cancelHold } of this.running.values()) if (cancelHold) return true;
    return false;
  }

  /** Number of tasks that hold a place: those of lanes only while they are computed. */
  private get places(): number {
    let count = 0;
    for (const [id, { task }] of this.running) if (task.lane === undefined || this.computing.has(id)) count++;
    return count;
  }

  private start(): Worker {
    const worker = new Worker(this.file, { workerData: this.settings, resourceLimits: MEMORY });
    this.isReady = false;
    // Pending requests keep the process alive, not the thread.
    worker.unref();
    worker.on('message', (message: FromWorker) => {
      if (this.worker === worker) this.heard(message);
    });
    worker.on('error', (error) => {
      if (this.worker === worker) void this.end(isOutOfMemory(error) ? tooLarge() : error);
    });
    worker.on('exit', (code) => {
      if (this.worker === worker) void this.end(new Error(`the thread of large objects ended with status ${code}`));
    });
    return worker;
  }

  private heard(message: FromWorker): void {
    if (message.type === 'ready') {
      this.isReady = true;
      return this.watch(true);
    }
    const running = this.running.get(message.task);
    if (!running) return;
    const { task } = running;
    switch (message.type) {
      case 'call':
        running.open++;
        this.computing.delete(message.task);
        this.hold(running);
        void this.answer(running, message);
        break;
      case 'warning':
        task.write?.warn(message.text);
        break;
      case 'annotation':
        task.write?.annotate(message.key, message.value, message.from);
        break;
      case 'decoded':
        task.write?.decoded(message.head, message.json);
        break;
      case 'called':
        task.calls?.finished(message.finished);
        break;
      case 'done':
        this.ended(message.task, task);
        task.resolve(message.result);
        break;
      case 'failed':
        this.ended(message.task, task);
        rejectLater(task, fromWire(message.error));
        break;
    }
    this.owner.hasChanged();
    this.watch(true);
  }

  /** Webhooks may take long: tasks of lanes hold nothing. */
  private hold(running: Running): void {
    if (running.task.lane !== undefined) return;
    running.cancelHold?.();
    running.cancelHold = this.clock.setTimer(() => {
      running.cancelHold = undefined;
      this.owner.hasChanged();
    }, ANSWER_MS);
  }

  private ended(id: number, task: PendingTask): void {
    release(this.running.get(id)!);
    this.running.delete(id);
    this.computing.delete(id);
    this.owner.left(task);
  }

  private async answer(
    running: Running,
    { task: id, call, key, request }: FromWorker & { type: 'call' },
  ): Promise<void> {
    const { worker } = this;
    const { task } = running;
    const session = task.write?.session;
    let answer: ToWorker;
    try {
      const value =
        request.kind === 'exchange'
          ? await task.calls!.inPlace((exchange) => exchange(request.review, request.objects))
          : await session!.answer(request, key);
      answer = { type: 'answer', task: id, call, value, current: session?.changed(key) };
    } catch (error) {
      answer = { type: 'answer', task: id, call, error: toWire(error), current: changedOrNone(session, key) };
    }
    if (this.worker !== worker) return;
    worker?.postMessage(answer);
    if (--running.open === 0 && this.running.has(id)) {
      release(running);
      this.computing.add(id);
    }
    this.watch();
  }

  /** Sets the timer that ends an idle or hanging thread. @param isHeard it has sent a message: what is timed begins again. */
  private watch(isHeard = false): void {
    const timed = this.timedState;
    if (timed === this.timed && !isHeard) return;
    this.stopTimer();
    if (timed === undefined) return;
    const [timeoutMs, reason] = TIMEOUTS[timed];
    this.timed = timed;
    this.cancelTimer = this.clock.setTimer(() => void this.end(reason()), timeoutMs);
  }

  private get timedState(): Timed | undefined {
    if (!this.worker) return undefined;
    if (this.running.size === 0) return 'idle';
    if (!this.isReady) return 'starts';
    return this.computing.size > 0 ? 'computes' : undefined;
  }

  private stopTimer(): void {
    this.cancelTimer?.();
    this.cancelTimer = undefined;
    this.timed = undefined;
  }

  /** Ends the thread. The current task fails with `reason`; the others may be retried, but for writes that may be stored. */
  private async end(reason: unknown): Promise<void> {
    this.stopTimer();
    const { worker } = this;
    this.worker = undefined;
    const [culprit] = this.computing;
    const lost = new Map(this.running);
    for (const running of lost.values()) release(running);
    this.running.clear();
    this.computing.clear();
    await worker?.terminate();
    for (const { task } of lost.values()) this.owner.left(task);
    for (const [id, { task }] of lost) {
      const mayBeStored = await task.write?.session.abandon();
      if (mayBeStored) task.reject(unanswered());
      else task.reject(culprit === undefined || id === culprit || this.closed ? reason : interrupted());
    }
    this.owner.hasChanged();
  }
}

function release(running: Running): void {
  running.cancelHold?.();
  running.cancelHold = undefined;
}

/** States of a thread that end after a time. */
type Timed = 'idle' | 'starts' | 'computes';

/** An error with many causes takes long to read and to write: use two turns of the event loop. */
const rejectLater = (task: PendingTask, error: Error): void => void setImmediate(() => task.reject(error));

function changedOrNone(session: WriteSession | undefined, key: string | undefined): CurrentObject | undefined {
  try {
    return session?.changed(key);
  } catch {
    return undefined; // the thrown error already reports it
  }
}

const isOutOfMemory = (error: unknown): boolean => (error as NodeJS.ErrnoException).code === 'ERR_WORKER_OUT_OF_MEMORY';

const TIMEOUTS: Readonly<Record<Timed, readonly [ms: number, reason: () => ApiError]>> = {
  idle: [IDLE_MS, shuttingDown],
  starts: [START_MS, notStarted],
  computes: [SILENT_MS, tooLarge],
};
