/** Waiting items of one key. */
export interface WaitingLine<T> {
  readonly length: number;
  add(item: T): void;
  /** Takes the next item, of a line that is not empty. */
  take(): T;
}

/** Waiting items by key, such as a user or a client network: keys take turns, so that thousands of one delay those of another by one each time. No bound. */
export class FairLines<T> {
  /** In the order of their turns; none is empty. */
  private readonly lines = new Map<string, WaitingLine<T>>();
  /** Goes on behind the keys that had their turn: a new iterator would pass over the places of all of them. */
  private turns = this.lines.entries();

  /** @param newLine for the items of a key. Default: in order of arrival. */
  constructor(private readonly newLine: () => WaitingLine<T> = () => new ArrivalLine<T>()) {}

  /** Whether no item waits. */
  get isEmpty(): boolean {
    return this.lines.size === 0;
  }

  /** Adds an item to those of its key. */
  add(key: string, item: T): void {
    let line = this.lines.get(key);
    if (!line) this.lines.set(key, (line = this.newLine()));
    line.add(item);
  }

  /** Takes the next item of the key that has waited longest for its turn; undefined when none waits. */
  next(): T | undefined {
    const turn = this.nextTurn();
    if (!turn) return undefined;
    const [key, line] = turn;
    this.lines.delete(key);
    const item = line.take();
    if (line.length > 0) this.lines.set(key, line);
    return item;
  }

  private nextTurn(): readonly [key: string, line: WaitingLine<T>] | undefined {
    const turn = this.turns.next();
    if (turn.done !== true) return turn.value;
    // An iterator that has ended does not see later keys.
    this.turns = this.lines.entries();
    return this.turns.next().value;
  }
}

/** Items in order of arrival. To shift an array of a hundred thousand copies it. */
export class ArrivalLine<T> implements WaitingLine<T> {
  private items: T[] = [];
  /** Index of the first item that waits. */
  private first = 0;

  get length(): number {
    return this.items.length - this.first;
  }

  add(item: T): void {
    this.items.push(item);
  }

  take(): T {
    const item = this.items[this.first++]!;
    if (this.first * 2 > this.items.length) {
      this.items = this.items.slice(this.first);
      this.first = 0;
    }
    return item;
  }
}
