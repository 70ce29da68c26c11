import { setImmediate as nextTurn } from 'node:timers/promises';
import { FairLines } from '@orch/apimachinery';
import type { Storage } from '@orch/storage';

/** Parts of the log that are read and decoded in one turn of the event loop: some milliseconds each. */
const MOST_AT_ONCE = 2;

/**
 * Reads of the log of one store by watches and lists that begin in the past. They take turns: each part of a megabyte is read, checked
 * and, for selectors, decoded, so that a crowd of them would hold the event loop. Readers take turns, each with one part in its own order of arrival:
 * the watches of one user do not keep others from resuming theirs.
 */
export class LogReads {
  private static readonly byStorage = new WeakMap<Storage, LogReads>();
  private free = MOST_AT_ONCE;
  /** By reader. */
  private readonly waiting = new FairLines<() => void>();

  /** Those of that store. */
  static of(storage: Storage): LogReads {
    let reads = this.byStorage.get(storage);
    if (!reads) this.byStorage.set(storage, (reads = new LogReads()));
    return reads;
  }

  /** Reads one part when it is its turn. @param reader on whose behalf, such as a user. */
  async run<T>(read: () => Promise<T>, reader: string): Promise<T> {
    if (this.free > 0) this.free--;
    else await new Promise<void>((resolve) => this.waiting.add(reader, resolve));
    try {
      await nextTurn();
      return await read();
    } finally {
      const next = this.waiting.next();
      if (next) next();
      else this.free++;
    }
  }
}
