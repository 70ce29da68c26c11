import { FakeClock } from '@orch/apimachinery';

import type { Storage } from '../storage.js';

/** One empty store of the driver under test, with what only a test may do to it. */
export interface ConformanceStore<S extends Storage = Storage> {
  /** The store as it is open now. */
  readonly storage: S;
  /** The clock it was opened with; a test moves it. */
  readonly clock: FakeClock;
  /** The history window it was opened with. Unit: milliseconds. */
  readonly historyWindowMs: number;
  /** Closes the store and opens it again on the same data; `storage` is then the new one. */
  reopen(): Promise<S>;
  /** Closes it and throws its data away. */
  dispose(): Promise<void>;
}

/** What the suite has a store opened with. */
export interface ConformanceSettings {
  readonly clock: FakeClock;
  /** Unit: milliseconds. */
  readonly historyWindowMs: number;
}

const HISTORY_WINDOW_MS = 60_000;

/**
 * A store for the suite.
 * @param open opens it, on the same data each time.
 * @param discard throws the data of the closed store away. Default: nothing is done.
 */
export async function conformanceStore<S extends Storage>(
  open: (settings: ConformanceSettings) => Promise<S>,
  discard: () => Promise<void> = () => Promise.resolve(),
): Promise<ConformanceStore<S>> {
  const settings: ConformanceSettings = { clock: new FakeClock(), historyWindowMs: HISTORY_WINDOW_MS };
  let storage = await open(settings);
  return {
    ...settings,
    get storage() {
      return storage;
    },
    async reopen() {
      await storage.close();
      return (storage = await open(settings));
    },
    async dispose() {
      await storage.close();
      await discard();
    },
  };
}

export type OpenStore = () => Promise<ConformanceStore>;

/** A test body that gets a store of its own. */
export type WithStore = (test: (store: ConformanceStore) => Promise<void>) => () => Promise<void>;

export const withStore =
  (open: OpenStore): WithStore =>
  (test) =>
  async () => {
    const store = await open();
    try {
      await test(store);
    } finally {
      await store.dispose();
    }
  };
