import { Worker } from 'node:worker_threads';
import { ApiError, type Clock } from '@orch/apimachinery';
import type { FromWorker, ToWorker, WorkerSettings, WriteTask, WrittenObject } from './messages.js';
import { fromWire, toWire } from './wire-error.js';
import type { WriteSession } from './write-session.js';

/** Writes in the thread at once: while one waits for the store, another is computed. */
const AT_ONCE = 4;
/** Writes that wait for the thread; more are refused. */
const MAX_WAITING = 32;
/** How long a thread without work is kept. Unit: milliseconds. */
const IDLE_MS = 10_000;
/** How long the thread may say nothing while nothing is asked of the server: many times what the largest write takes. */
const SILENT_MS = 20_000;
const MEMORY = { maxOldGenerationSizeMb: 1_024, maxYoungGenerationSizeMb: 64 };
const RETRY_AFTER_SECONDS = 2;

/** A write for the thread, and who hears of it. */
export interface ThreadWrite {
  readonly task: WriteTask;
  readonly session: WriteSession;
  readonly signal: AbortSignal;
  readonly warn: (text: string) => void;
  readonly annotate: (key: string, value: string) => void;
  /** The body was decoded. @param json of the body, where it was asked for. */
  readonly decoded: (name: string | undefined, json: Uint8Array | undefined) => void;
}

interface Waiting extends ThreadWrite {
  resolve(result: WrittenObject): void;
  reject(error: unknown): void;
}

/**
 * One worker thread that computes writes, with a bounded queue. It is started for the first write and ended when there was none for ten
 * seconds. A thread that fails takes the writes in it along; the next one gets a new thread.
 */
export class WriteThread {
  private worker: Worker | undefined;
  private readonly waiting: Waiting[] = [];
  private readonly running = new Map<number, Waiting>();
  /** Questions of the thread that are not answered yet. */
  private open = 0;
  private last = 0;
  private cancelTimer: (() => void) | undefined;
  private closed = false;

  constructor(
    private readonly file: string,
    private readonly settings: WorkerSettings,
    private readonly clock: Clock,
  ) {}

  /** @throws ApiError what the write throws; TooManyRequests when too many wait; ServiceUnavailable when the thread ends. */
  run(write: ThreadWrite): Promise<WrittenObject> {
    if (this.closed) return Promise.reject(shuttingDown());
    if (this.waiting.length >= MAX_WAITING) return Promise.reject(tooManyWrites());
    return new Promise((resolve, reject) => {
      this.waiting.push({ ...write, resolve, reject });
      this.next();
    });
  }

  /** How many threads there are: one, or none. */
  get threads(): number {
    return this.worker ? 1 : 0;
  }

  /** Refuses what waits, and ends the thread. */
  async close(): Promise<void> {
    this.closed = true;
    for (const write of this.waiting.splice(0)) write.reject(shuttingDown());
    await this.end(shuttingDown());
  }

  private next(): void {
    while (this.running.size < AT_ONCE) {
      const write = this.waiting.shift();
      if (!write) break;
      this.begin(write);
    }
    this.watch();
  }

  private begin(write: Waiting): void {
    if (write.signal.aborted) {
      write.reject(ApiError.badRequest('the request was ended before it was begun'));
      return;
    }
    const id = ++this.last;
    try {
      const current = write.session.currentOf(write.task.name);
      this.worker ??= this.start();
      this.post({ type: 'write', write: id, task: write.task, current });
      this.running.set(id, write);
    } catch (error) {
      write.reject(error);
    }
  }

  private start(): Worker {
    const worker = new Worker(this.file, { workerData: this.settings, resourceLimits: MEMORY });
    // The requests keep the process alive, not the thread.
    worker.unref();
    worker.on('message', (message: FromWorker) => {
      if (this.worker === worker) this.heard(message);
    });
    worker.on('error', (error) => {
      if (this.worker === worker) void this.end(isOutOfMemory(error) ? tooLarge() : error);
    });
    worker.on('exit', (code) => {
      if (this.worker === worker) void this.end(new Error(`the thread that computes writes ended with status ${code}`));
    });
    return worker;
  }

  private heard(message: FromWorker): void {
    const write = this.running.get(message.write);
    if (!write) return;
    switch (message.type) {
      case 'call':
        void this.answer(write, message);
        break;
      case 'warning':
        write.warn(message.text);
        break;
      case 'annotation':
        write.annotate(message.key, message.value);
        break;
      case 'decoded':
        write.decoded(message.name, message.json);
        break;
      case 'written':
        this.running.delete(message.write);
        write.resolve(message.result);
        break;
      case 'failed':
        this.running.delete(message.write);
        write.reject(fromWire(message.error));
        break;
    }
    this.next();
  }

  private async answer(
    { session }: Waiting,
    { write, call, key, request }: FromWorker & { type: 'call' },
  ): Promise<void> {
    const { worker } = this;
    let answer: ToWorker;
    this.open++;
    try {
      const value = await session.answer(request, key);
      answer = { type: 'answer', write, call, value, current: session.changed(key) };
    } catch (error) {
      answer = { type: 'answer', write, call, error: toWire(error), current: changedOrNone(session, key) };
    }
    if (this.worker !== worker) return;
    this.open--;
    this.post(answer);
    this.watch();
  }

  private post(message: ToWorker): void {
    this.worker!.postMessage(message);
  }

  /** Sets the timer that ends a thread without work, or one that hangs. */
  private watch(): void {
    this.cancelTimer?.();
    this.cancelTimer = undefined;
    if (!this.worker) return;
    if (this.running.size === 0) this.cancelTimer = this.clock.setTimer(() => void this.end(shuttingDown()), IDLE_MS);
    else if (this.open === 0) this.cancelTimer = this.clock.setTimer(() => void this.end(tooLarge()), SILENT_MS);
  }

  /** Ends the thread, and the writes in it. */
  private async end(reason: unknown): Promise<void> {
    this.cancelTimer?.();
    this.cancelTimer = undefined;
    const { worker } = this;
    this.worker = undefined;
    this.open = 0;
    const lost = [...this.running.values()];
    this.running.clear();
    await worker?.terminate();
    for (const write of lost) {
      await write.session.abandon();
      write.reject(reason);
    }
    if (!this.closed) this.next();
  }
}

function changedOrNone(session: WriteSession, key: string | undefined) {
  try {
    return session.changed(key);
  } catch {
    return undefined; // the error that is answered says it
  }
}

const isOutOfMemory = (error: unknown): boolean => (error as NodeJS.ErrnoException).code === 'ERR_WORKER_OUT_OF_MEMORY';

const shuttingDown = (): ApiError => ApiError.serviceUnavailable('the server is shutting down', RETRY_AFTER_SECONDS);

const tooLarge = (): ApiError => ApiError.tooLarge('the write takes too much time or memory: make the object smaller');

const tooManyWrites = (): ApiError =>
  ApiError.tooManyRequests('too many writes of large objects wait: try again later', RETRY_AFTER_SECONDS);
