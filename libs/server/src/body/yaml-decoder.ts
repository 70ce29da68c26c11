import { join } from 'node:path';
import { Worker } from 'node:worker_threads';
import { ApiError, systemClock, type Clock } from '@orch/apimachinery';
import { FairQueue, type Flow } from '@orch/http';
import type { YamlAnswer, YamlTask } from './yaml-task.js';

/** Time limit for one body, in milliseconds. The largest allowed body takes a tenth of it. */
const LIMIT_MS = 10_000;
/** How long an idle thread is kept, in milliseconds. */
const IDLE_MS = 10_000;
/** Bodies that may wait for the thread; more are refused. */
const WAITING = { total: 8, perFlow: 3 };
/** More than any body within the limits of the decoder needs. */
const MEMORY = { maxOldGenerationSizeMb: 512, maxYoungGenerationSizeMb: 32 };
const RETRY_AFTER_SECONDS = 2;

/** JSON equivalent of a YAML body. */
export interface YamlAsJson {
  readonly json: Uint8Array;
  /** Paths of keys given more than once in one mapping. The last value is used. */
  readonly duplicateFields: string[];
  /** The same with lines. */
  readonly duplicateKeys?: readonly string[];
}

export interface YamlDecoderOptions {
  /** The script of the thread. Default: next to this file, in the build and in its bundle. */
  readonly file?: string;
  readonly clock?: Clock;
}

interface Waiting {
  readonly bytes: Uint8Array;
  resolve(decoded: YamlAsJson): void;
  reject(error: unknown): void;
}

/**
 * Decodes large YAML bodies in a worker thread, one at a time: they take up to a second of CPU time, which would block
 * the event loop. The thread is started for the first body and ended after ten idle seconds.
 */
export class YamlDecoder {
  private readonly file: string;
  private readonly clock: Clock;
  private worker: Worker | undefined;
  private readonly waiting = new FairQueue<Waiting>(WAITING);
  private current: Waiting | undefined;
  private cancelTimer: (() => void) | undefined;
  private closed = false;

  constructor({ file = join(__dirname, 'yaml-worker.js'), clock = systemClock }: YamlDecoderOptions = {}) {
    this.file = file;
    this.clock = clock;
  }

  /**
   * @param signal aborts the wait for the thread.
   * @throws ApiError BadRequest as `decodeYaml`; RequestEntityTooLarge for a body that takes more than ten seconds or
   * all of the thread's memory; TooManyRequests when three bodies of the same flow, or eight in all, wait.
   */
  decode(bytes: Uint8Array, signal: AbortSignal, flow: Flow): Promise<YamlAsJson> {
    if (this.closed)
      return Promise.reject(ApiError.serviceUnavailable('the server is shutting down', RETRY_AFTER_SECONDS));
    if (signal.aborted) return Promise.reject(endedBefore());
    return new Promise((resolve, reject) => {
      if (!this.waiting.push(flow, { bytes, resolve, reject }, signal, () => reject(endedBefore())))
        return reject(tooManyBodies());
      if (!this.current) this.next();
    });
  }

  /** Number of running threads: 0 or 1. */
  get threads(): number {
    return this.worker ? 1 : 0;
  }

  /** Rejects waiting bodies, and ends the thread. */
  async close(): Promise<void> {
    this.closed = true;
    const left = [this.current, ...this.waiting.drain()];
    await this.end();
    for (const task of left)
      task?.reject(ApiError.serviceUnavailable('the server is shutting down', RETRY_AFTER_SECONDS));
  }

  private next(): void {
    this.cancelTimer?.();
    this.cancelTimer = undefined;
    const task = this.waiting.shift();
    this.current = task;
    if (!task) {
      if (this.worker) this.cancelTimer = this.clock.setTimer(() => void this.end(), IDLE_MS);
      return;
    }
    this.cancelTimer = this.clock.setTimer(() => this.finish(takesTooLong()), LIMIT_MS);
    try {
      this.worker ??= this.start();
      this.worker.postMessage({ bytes: task.bytes } satisfies YamlTask);
    } catch (error) {
      this.finish(error);
    }
  }

  private start(): Worker {
    const worker = new Worker(this.file, { resourceLimits: MEMORY });
    // Pending requests keep the process alive, not the thread.
    worker.unref();
    worker.on('message', (answer: YamlAnswer) => {
      if (this.worker === worker) this.answered(answer);
    });
    worker.on('error', (error) => {
      if (this.worker === worker) this.finish(isOutOfMemory(error) ? takesTooLong() : error);
    });
    worker.on('exit', (code) => {
      if (this.worker === worker) this.finish(new Error(`the thread that decodes YAML ended with status ${code}`));
    });
    return worker;
  }

  private answered(answer: YamlAnswer): void {
    const { current } = this;
    if ('json' in answer) current?.resolve(answer);
    else if ('refused' in answer) current?.reject(new ApiError(answer.refused.reason, answer.refused.message));
    else current?.reject(new Error(`decoding YAML failed in its thread: ${answer.failed}`));
    this.next();
  }

  /** Fails the current task and ends its thread. */
  private finish(error: unknown): void {
    const { current } = this;
    void this.end();
    current?.reject(error);
    this.next();
  }

  private async end(): Promise<void> {
    this.cancelTimer?.();
    this.cancelTimer = undefined;
    const { worker } = this;
    this.worker = undefined;
    this.current = undefined;
    await worker?.terminate();
  }
}

const isOutOfMemory = (error: unknown): boolean => (error as NodeJS.ErrnoException).code === 'ERR_WORKER_OUT_OF_MEMORY';

const endedBefore = (): ApiError => ApiError.badRequest('the request was ended before its body was decoded');

const takesTooLong = (): ApiError =>
  ApiError.tooLarge('the YAML body takes too much time or memory to decode: send it as JSON');

const tooManyBodies = (): ApiError =>
  ApiError.tooManyRequests(
    'too many large YAML bodies are being decoded: try again later, or send JSON',
    RETRY_AFTER_SECONDS,
  );
