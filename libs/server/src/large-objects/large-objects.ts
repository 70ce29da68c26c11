import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { systemClock, type Clock } from '@orch/apimachinery';
import { LARGE_MEMBERS } from './is-large.js';
import { LargeAnswers } from './large-answers.js';
import { LargeConversions } from './large-conversions.js';
import { LargeWrites } from './large-writes.js';
import type { WorkerSettings } from './messages.js';
import { ObjectThread } from './object-thread.js';

export interface LargeObjectsOptions {
  readonly settings: WorkerSettings;
  readonly clock?: Clock;
  /**
   * The script of the thread. Default: next to this file, in the build and in its bundle; none when run from sources.
   */
  readonly file?: string;
  /** Threshold of members from which an object is large. Default: 3,000. */
  readonly members?: number;
}

/** Work that is computed in a worker thread, because it would block the event loop (decision 055). */
export class LargeObjects {
  /** Undefined when run from sources, as in tests: then everything is computed on the event loop. */
  readonly writes: LargeWrites | undefined;
  readonly answers: LargeAnswers | undefined;
  readonly conversions: LargeConversions | undefined;
  private readonly thread: ObjectThread | undefined;

  constructor({ settings, file, clock = systemClock, members = LARGE_MEMBERS }: LargeObjectsOptions) {
    const entry = file ?? join(__dirname, 'object-worker.js');
    if (file === undefined && !existsSync(entry)) return;
    this.thread = new ObjectThread(entry, settings, clock);
    this.writes = new LargeWrites(this.thread, members, clock);
    this.answers = new LargeAnswers(this.thread, members);
    this.conversions = new LargeConversions(this.thread, members);
  }

  /** Number of running threads: 0 or 1. */
  get threads(): number {
    return this.thread?.threads ?? 0;
  }

  /** Ends the thread. */
  async close(): Promise<void> {
    await this.thread?.close();
  }
}
