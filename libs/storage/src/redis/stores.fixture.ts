import type { Storage } from '../storage.js';
import { all, plain, type Watched } from '../conformance/observations.js';
import type { RedisObserver, RedisOptions } from './redis-options.js';
import { RedisStorage } from './redis-storage.js';

/** Something that is said again and again, and can be waited for. */
class Told<T> {
  readonly all: T[] = [];
  private waiting: (() => void)[] = [];

  readonly tell = (what: T): void => {
    this.all.push(what);
    this.waiting.splice(0).forEach((wake) => wake());
  };

  /** Resolves with the first that fits, said after the first `from`. */
  async first(fits: (what: T) => boolean = () => true, from = 0): Promise<T> {
    for (;;) {
      const found = this.all.slice(from).find(fits);
      if (found !== undefined) return found;
      await new Promise<void>((resolve) => this.waiting.push(resolve));
    }
  }
}

/** What an observer hears. */
class Heard {
  readonly connected = new Told<string>();
  readonly disconnected = new Told<{ readonly link: string; readonly error: unknown }>();
  readonly warnings = new Told<string>();
  readonly epochs = new Told<{ readonly after: number; readonly revision: number }>();
  readonly rebuilds = new Told<string>();
  readonly repairs = new Told<string>();

  readonly observer: RedisObserver = {
    connected: (link) => this.connected.tell(link),
    disconnected: (link, error) => this.disconnected.tell({ link, error }),
    warning: (text) => this.warnings.tell(text),
    epochBegan: (after, revision) => this.epochs.tell({ after, revision }),
    rebuild: (reason) => this.rebuilds.tell(reason),
    indexChecked: (repaired) => repaired.forEach(this.repairs.tell),
  };
}

/** A store as one process has it, and what it was told. */
export interface OpenedStore {
  readonly storage: RedisStorage;
  readonly heard: Heard;
}

export async function openRedis(options: RedisOptions): Promise<OpenedStore> {
  const heard = new Heard();
  return { storage: await RedisStorage.open({ observer: heard.observer, ...options }), heard };
}

/** Ends what was begun, in the other order, in every case. */
export class Endings {
  private readonly ends: (() => unknown)[] = [];

  add<T>(part: T, end: (part: T) => unknown): T {
    this.ends.push(() => end(part));
    return part;
  }

  async run(): Promise<void> {
    for (const end of this.ends.splice(0).reverse()) await end();
  }
}

/** All that is in the history of a store, as plain data. */
export const logOf = async (storage: Storage, after = 0) =>
  (await all(storage.history('', after, storage.revision))).map(plain);

/** Resolves when the watch has brought what was written at `revision`, or at a later one. */
export async function untilRevision(watch: Watched, revision: number): Promise<void> {
  for (let count = 1; !watch.events.some((event) => event.revision >= revision); count++) await watch.reached(count);
}
