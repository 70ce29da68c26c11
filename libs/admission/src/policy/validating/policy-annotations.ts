/** Longest value of an audit annotation. Unit: characters. */
const MAX_LENGTH = 10 * 1_024;
/** Of all values of the policies of one request: with thousands of parameter objects there is one of each. */
const MAX_TOTAL = 512 * 1_024;

/** The audit annotations of the policies of one request, of which each has the different values of all its evaluations. */
export class PolicyAnnotations {
  private readonly values = new Map<string, Set<string>>();
  private left = MAX_TOTAL;

  /** Adds a value, cut to its longest length, to the annotation of the current policy. It is left out when all values together are too long. */
  add(key: string, value: string): void {
    const text = copyOf(value, Math.min(MAX_LENGTH, value.length));
    const known = this.values.get(key);
    if (known?.has(text) || text.length > this.left) return;
    this.left -= text.length;
    if (known) known.add(text);
    else this.values.set(key, new Set([text]));
  }

  /** The annotations of the current policy. The next `add` begins those of another. */
  take(): readonly (readonly [key: string, text: string])[] {
    const taken = [...this.values].map(([key, values]) => [key, [...values].join(', ')] as const);
    this.values.clear();
    return taken;
  }
}

/** The beginning of a text, which does not keep the whole text in memory. */
const copyOf = (text: string, length: number): string =>
  Buffer.from(text.slice(0, length), 'utf16le').toString('utf16le');
