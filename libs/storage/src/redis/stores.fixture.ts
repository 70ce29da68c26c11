import type { Storage } from '../storage.js';
import { all, plain, type Watched } from '../conformance/observations.js';
import type { RedisObserver, RedisOptions } from './redis-options.js';
import { RedisStorage } from './redis-storage.js';

/** Records values and allows waiting for one. */
class Recorder<T> {
  readonly all: T[] = [];
  private waiting: (() => void)[] = [];

  readonly record = (value: T): void => {
    this.all.push(value);
    this.waiting.splice(0).forEach((wake) => wake());
  };

  /** Resolves with the first matching value, from index `from` on. */
  async first(matches: (value: T) => boolean = () => true, from = 0): Promise<T> {
    for (;;) {
      const found = this.all.slice(from).find(matches);
      if (found !== undefined) return found;
      await new Promise<void>((resolve) => this.waiting.push(resolve));
    }
  }
}

/** Records the callbacks of an observer. */
class ObservedEvents {
  readonly connected = new Recorder<string>();
  readonly disconnected = new Recorder<{ readonly link: string; readonly error: unknown }>();
  readonly warnings = new Recorder<string>();
  readonly epochs = new Recorder<{ readonly after: number; readonly revision: number }>();
  readonly rebuilds = new Recorder<string>();
  readonly repairs = new Recorder<string>();

  readonly observer: RedisObserver = {
    connected: (link) => this.connected.record(link),
    disconnected: (link, error) => this.disconnected.record({ link, error }),
    warning: (text) => this.warnings.record(text),
    epochBegan: (after, revision) => this.epochs.record({ after, revision }),
    rebuild: (reason) => this.rebuilds.record(reason),
    indexChecked: (repaired) => repaired.forEach(this.repairs.record),
  };
}

/** A store opened by one process, and its observed events. */
export interface OpenedStore {
  readonly storage: RedisStorage;
  readonly observed: ObservedEvents;
}

export async function openRedis(options: RedisOptions): Promise<OpenedStore> {
  const observed = new ObservedEvents();
  return { storage: await RedisStorage.open({ observer: observed.observer, ...options }), observed };
}

/** Runs cleanups in reverse order. */
export class Cleanups {
  private readonly cleanups: (() => unknown)[] = [];

  add<T>(resource: T, cleanup: (resource: T) => unknown): T {
    this.cleanups.push(() => cleanup(resource));
    return resource;
  }

  async run(): Promise<void> {
    for (const cleanup of this.cleanups.splice(0).reverse()) await cleanup();
  }
}

/** The history of a store, as plain data. */
export const logOf = async (storage: Storage, after = 0) =>
  (await all(storage.history('', after, storage.revision))).map(plain);

/** Resolves when the watch has delivered `revision` or a later one. */
export async function untilRevision(watch: Watched, revision: number): Promise<void> {
  for (let count = 1; !watch.events.some((event) => event.revision >= revision); count++) await watch.reached(count);
}
