/** Characters that end a name without quotes. */
const END_OF_NAME = new Set('.,[]{}()=!<>|"\'$@ \t\n');

/** A text and how far it has been read. */
export class PathScanner {
  private position = 0;

  /** @param fail makes the error for a place that cannot be read. */
  constructor(
    private readonly source: string,
    private readonly fail: (message: string) => Error,
  ) {}

  get atEnd(): boolean {
    return this.position >= this.source.length;
  }

  /** The next character, unread; empty at the end. */
  get next(): string {
    return this.source.charAt(this.position);
  }

  /** Reads `expected` if it is next. */
  take(expected: string): boolean {
    if (!this.source.startsWith(expected, this.position)) return false;
    this.position += expected.length;
    return true;
  }

  /** @throws Error when something else is next. */
  expect(expected: string): void {
    if (!this.take(expected)) throw this.error(`expected "${expected}"`);
  }

  skipSpaces(): void {
    while (/\s/.test(this.next)) this.position++;
  }

  /** Everything before `stop`, or before the end. */
  takeUntil(stop: string): string {
    const found = this.source.indexOf(stop, this.position);
    const end = found < 0 ? this.source.length : found;
    const text = this.source.slice(this.position, end);
    this.position = end;
    return text;
  }

  /** A name without quotes; a backslash escapes the next character. Empty when none is next. */
  takeName(): string {
    let name = '';
    while (!this.atEnd && !END_OF_NAME.has(this.next)) {
      if (this.next === '\\') this.position++;
      name += this.next;
      this.position++;
    }
    return name;
  }

  /** A text in single or double quotes, with `\n`, `\t` and the like; undefined when none is next. @throws Error. */
  takeQuoted(): string | undefined {
    const quote = this.next;
    if (quote !== '"' && quote !== "'") return undefined;
    const ESCAPES: Readonly<Record<string, string>> = { n: '\n', t: '\t', r: '\r' };
    let text = '';
    for (this.position++; this.next !== quote; this.position++) {
      if (this.atEnd) throw this.error('a quoted text does not end');
      const escaped = this.next === '\\';
      if (escaped) this.position++;
      text += (escaped && Object.hasOwn(ESCAPES, this.next) ? ESCAPES[this.next] : undefined) ?? this.next;
    }
    this.position++;
    return text;
  }

  /** A whole number; undefined when none is next. */
  takeInteger(): number | undefined {
    const digits = /^-?\d+/.exec(this.source.slice(this.position))?.[0];
    if (digits === undefined) return undefined;
    this.position += digits.length;
    return Number(digits);
  }

  error(what: string): Error {
    return this.fail(`the path ${JSON.stringify(this.source)} cannot be read at ${this.position + 1}: ${what}`);
  }
}
