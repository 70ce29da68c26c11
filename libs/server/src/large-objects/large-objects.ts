import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { systemClock, type Clock } from '@orch/apimachinery';
import { LARGE_MEMBERS } from './is-large.js';
import { LargeAnswers } from './large-answers.js';
import { LargeConversions } from './large-conversions.js';
import { LargeWrites } from './large-writes.js';
import type { WorkerSettings } from './messages.js';
import { ObjectThreads } from './object-threads.js';

export interface LargeObjectsOptions {
  readonly settings: WorkerSettings;
  readonly clock?: Clock;
  /**
   * The script of the threads. Default: next to this file, in the build and in its bundle; none when run from sources.
   */
  readonly file?: string;
  /** Threshold of members from which an object is large. Default: 3,000. */
  readonly members?: number;
}

/** Work that is computed in worker threads, because it would block the event loop (decision 055). */
export class LargeObjects {
  /** Undefined when run from sources, as in tests: then everything is computed on the event loop. */
  readonly writes: LargeWrites | undefined;
  readonly answers: LargeAnswers | undefined;
  readonly conversions: LargeConversions | undefined;
  private readonly objectThreads: ObjectThreads | undefined;

  constructor({ settings, file, clock = systemClock, members = LARGE_MEMBERS }: LargeObjectsOptions) {
    const entry = file ?? join(__dirname, 'object-worker.js');
    if (file === undefined && !existsSync(entry)) return;
    this.objectThreads = new ObjectThreads(entry, settings, clock);
    this.writes = new LargeWrites(this.objectThreads, members, clock);
    this.answers = new LargeAnswers(this.objectThreads, members);
    this.conversions = new LargeConversions(this.objectThreads, members);
  }

  /** Number of running threads. */
  get threads(): number {
    return this.objectThreads?.running ?? 0;
  }

  /** Ends the threads. */
  async close(): Promise<void> {
    await this.objectThreads?.close();
  }
}
