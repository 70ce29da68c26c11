/** So many leave at least before the map begins anew: copying then costs next to nothing. */
const LEFT_AT_LEAST = 64;

/**
 * A map of what is under way: entries come and go all the time. When a `Map` grows or shrinks, the table it had points to the one
 * that follows, for iterators to find their way. Once one such table has grown old, all that follow live on until the collector
 * goes through everything, with all that was in them. So this map begins anew now and then, with a table that nothing old points
 * to (decision 028; bench: create).
 */
export class ChurnMap<K, V> {
  private entries = new Map<K, V>();
  private left = 0;

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
    if (++this.left < LEFT_AT_LEAST + this.entries.size) return;
    this.left = 0;
    this.entries = new Map(this.entries);
  }

  clear(): void {
    this.entries = new Map();
    this.left = 0;
  }

  /** Keys in the order they came. What comes or goes meanwhile may be among them or not. */
  keys(): Iterable<K> {
    return this.entries.keys();
  }

  /** Values in that order. */
  values(): Iterable<V> {
    return this.entries.values();
  }
}
