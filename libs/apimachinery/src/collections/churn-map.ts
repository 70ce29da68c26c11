/** Minimum number of deletions before the table is rebuilt, so that the cost of copying is negligible. */
const MIN_DELETIONS = 64;

/**
 * A map for short-lived entries, such as requests in flight. When a `Map` is resized, its old table points to the new one, for
 * iterators. Once such a table is promoted to the old generation, all later tables and their entries stay alive until a full garbage
 * collection. So this map is rebuilt now and then, with a table that no old table points
 * to (decision 028; bench: create).
 */
export class ChurnMap<K, V> {
  private entries = new Map<K, V>();
  private deletions = 0;

  get size(): number {
    return this.entries.size;
  }

  get(key: K): V | undefined {
    return this.entries.get(key);
  }

  set(key: K, value: V): void {
    this.entries.set(key, value);
  }

  delete(key: K): void {
    if (!this.entries.delete(key)) return;
    if (++this.deletions < MIN_DELETIONS + this.entries.size) return;
    this.deletions = 0;
    this.entries = new Map(this.entries);
  }

  clear(): void {
    this.entries = new Map();
    this.deletions = 0;
  }

  /** Keys in insertion order. Entries added or deleted during iteration may or may not be included. */
  keys(): Iterable<K> {
    return this.entries.keys();
  }

  /** Values in insertion order. */
  values(): Iterable<V> {
    return this.entries.values();
  }
}
