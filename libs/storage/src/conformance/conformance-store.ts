import type { FakeClock } from '@orch/apimachinery';

import type { Storage } from '../storage.js';

/** One empty store of the driver under test, with what only a test may do to it. */
export interface ConformanceStore {
  /** The store as it is open now. */
  readonly storage: Storage;
  /** The clock it was opened with; a test moves it. */
  readonly clock: FakeClock;
  /** The history window it was opened with. Unit: milliseconds. */
  readonly historyWindowMs: number;
  /** Closes the store and opens it again on the same data; `storage` is then the new one. */
  reopen(): Promise<Storage>;
  /** Closes it and throws its data away. */
  dispose(): Promise<void>;
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
