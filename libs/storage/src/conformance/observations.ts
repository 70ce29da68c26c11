import type { Observable } from 'rxjs';

import type { Revision, StorageEvent, Storage, Stored, Value } from '../storage.js';
import type { ConformanceStore } from './conformance-store.js';

/** A value without a place for the revision. */
export const value = (text: string): Value => ({ bytes: Buffer.from(text), revisionAt: undefined });

/** A value whose `#` is replaced by the revision. */
export function numbered(text: string): Value {
  const revisionAt = text.indexOf('#');
  return { bytes: Buffer.from(text.replace('#', '')), revisionAt };
}

/** An event as plain data, its previous state read. */
export const plain = (event: StorageEvent) => ({
  type: event.type,
  key: event.key,
  value: event.value.toString(),
  revision: event.revision,
  previous: event.previous && plainStored(event.previous),
});

export const plainStored = ({ key, value: bytes, revision }: Stored) => ({ key, value: bytes.toString(), revision });

export async function all<T>(items: AsyncIterable<T>): Promise<T[]> {
  const result: T[] = [];
  for await (const item of items) result.push(item);
  return result;
}

export async function listed(storage: Storage, prefix = '') {
  const { revision, items } = await storage.list(prefix);
  return { revision, items: (await all(items)).map(plainStored) };
}

/** Everything a watch delivered so far. */
export interface Watched {
  readonly events: StorageEvent[];
  readonly error: unknown;
  readonly completed: boolean;
  /** Resolves after `count` events; rejects when the watch ends before. */
  reached(count: number): Promise<StorageEvent[]>;
  /** Resolves when the watch has ended. */
  ended(): Promise<void>;
  readonly stop: () => void;
}

export function watched(events$: Observable<StorageEvent>): Watched {
  const events: StorageEvent[] = [];
  const waiting = new Set<() => void>();
  const seen: { error: unknown; completed: boolean } = { error: undefined, completed: false };
  const wake = () => waiting.forEach((check) => check());
  const subscription = events$.subscribe({
    next: (event) => {
      events.push(event);
      wake();
    },
    error: (error: unknown) => {
      seen.error = error;
      wake();
    },
    complete: () => {
      seen.completed = true;
      wake();
    },
  });
  const when = (holds: () => boolean): Promise<void> =>
    new Promise((resolve) => {
      const check = () => {
        if (!holds()) return;
        waiting.delete(check);
        resolve();
      };
      waiting.add(check);
      check();
    });
  const isOver = () => seen.error !== undefined || seen.completed;
  return {
    events,
    get error() {
      return seen.error;
    },
    get completed() {
      return seen.completed;
    },
    async reached(count) {
      await when(() => events.length >= count || isOver());
      if (events.length < count)
        throw new Error(`the watch ended after ${events.length} of ${count} events: ${String(seen.error)}`);
      return events;
    },
    ended: () => when(isOver),
    stop: () => subscription.unsubscribe(),
  };
}

/** Maximum number of writes until trimming has caught up. */
const TRIM_WRITES = 200;

/** Advances the clock past the window and writes until history starts at `oldest` or later. */
export async function trimUpTo(store: ConformanceStore, oldest: Revision): Promise<void> {
  store.clock.advance(store.historyWindowMs + 1);
  for (let i = 0; i < TRIM_WRITES && store.storage.oldestRevision < oldest; i++) {
    store.clock.advance(1_000);
    const made = await store.storage.create('~tick', value(''));
    await store.storage.delete('~tick', made.revision, value(''));
  }
  if (store.storage.oldestRevision < oldest)
    throw new Error(
      `history still starts at ${store.storage.oldestRevision} after the window passed, wanted ${oldest}`,
    );
}
