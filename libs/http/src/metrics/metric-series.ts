/** Series of one metric: further labels are not counted. */
const MAX_SERIES = 2_000;

/** A counter. */
export class Count {
  value = 0;
  add(): void {
    this.value++;
  }
}

type Labels = Readonly<Record<string, string>>;

/** Values by labels. */
export class Series<T> {
  private readonly byKey = new Map<string, { readonly labels: Labels; readonly value: T }>();

  constructor(private readonly make: () => T) {}

  get all(): readonly { readonly labels: Labels; readonly value: T }[] {
    return [...this.byKey.values()];
  }

  /** Forgets the series with such labels. */
  drop(isDropped: (labels: Labels) => boolean): void {
    for (const [key, { labels }] of this.byKey) if (isDropped(labels)) this.byKey.delete(key);
  }

  /** Undefined beyond the limit. */
  of(labels: Labels): T | undefined {
    const key = Object.values(labels).join(' ');
    const known = this.byKey.get(key);
    if (known) return known.value;
    if (this.byKey.size >= MAX_SERIES) return undefined;
    const value = this.make();
    this.byKey.set(key, { labels, value });
    return value;
  }
}
