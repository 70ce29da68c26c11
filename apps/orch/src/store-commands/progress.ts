import type { Clock } from '@orch/apimachinery';
import type { Stored } from '@orch/storage';
import type { Say } from './run-store-command.js';

const EVERY_MS = 2_000;

/** Items counted so far. */
export interface Tally {
  readonly items: number;
  /** Bytes of keys and values together. */
  readonly bytes: number;
}

/** Counts items that pass, and reports the count every two seconds. */
export class Progress {
  private items = 0;
  private bytes = 0;
  private reportedMs: number;

  constructor(
    private readonly clock: Pick<Clock, 'now'>,
    /** Called with text such as `12000 objects, 3.1 MB`. */
    private readonly report: Say,
  ) {
    this.reportedMs = clock.now();
  }

  get tally(): Tally {
    return { items: this.items, bytes: this.bytes };
  }

  async *through(items: AsyncIterable<Stored>): AsyncGenerator<Stored> {
    for await (const item of items) {
      yield item;
      this.items++;
      this.bytes += item.key.length + item.value.length;
      const nowMs = this.clock.now();
      if (nowMs - this.reportedMs < EVERY_MS) continue;
      this.reportedMs = nowMs;
      this.report(`${this.items} objects, ${megabytes(this.bytes)}`);
    }
  }
}

/** `21.4 MB`; small sizes in kB. */
export const megabytes = (bytes: number): string =>
  bytes < 100_000 ? `${(bytes / 1_000).toFixed(1)} kB` : `${(bytes / 1_000_000).toFixed(1)} MB`;
