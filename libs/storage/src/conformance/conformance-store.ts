import { FakeClock } from '@orch/apimachinery';

import type { Storage } from '../storage.js';

/** An empty store of the driver under test, with test-only operations. */
export interface ConformanceStore<S extends Storage = Storage> {
  /** The currently open store. */
  readonly storage: S;
  /** The clock of the store; tests advance it. */
  readonly clock: FakeClock;
  /** The history window of the store. Unit: milliseconds. */
  readonly historyWindowMs: number;
  /** Closes the store and opens it again on the same data; `storage` is then the new one. */
  reopen(): Promise<S>;
  /** Closes it and deletes its data. */
  dispose(): Promise<void>;
}

/** Settings with which the suite opens a store. */
export interface ConformanceSettings {
  readonly clock: FakeClock;
  /** Unit: milliseconds. */
  readonly historyWindowMs: number;
}

const HISTORY_WINDOW_MS = 60_000;

/**
 * A store for the suite.
 * @param open opens it, on the same data each time.
 * @param discard deletes the data of the closed store. Default: none.
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

/** Wraps a test body that gets its own store. */
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
