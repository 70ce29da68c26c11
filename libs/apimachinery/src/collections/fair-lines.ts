/** Waiting items by key, such as a user or a client network: keys take turns, so that thousands of one delay those of another by one each time. No bound. */
export class FairLines<T> {
  /** In the order of their turns; none is empty. */
  private readonly lines = new Map<string, T[]>();

  /** Whether no item waits. */
  get isEmpty(): boolean {
    return this.lines.size === 0;
  }

  /** Adds an item at the end of those of its key. */
  add(key: string, item: T): void {
    const line = this.lines.get(key);
    if (line) line.push(item);
    else this.lines.set(key, [item]);
  }

  /** Takes the first item of the key that has waited longest for its turn; undefined when none waits. */
  next(): T | undefined {
    for (const [key, line] of this.lines) {
      this.lines.delete(key);
      const item = line.shift();
      if (line.length > 0) this.lines.set(key, line);
      return item;
    }
    return undefined;
  }
}
