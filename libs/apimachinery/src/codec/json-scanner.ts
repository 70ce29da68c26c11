import { MAX_REPORTED_FIELDS } from '../schema/structural-schema.js';

/** What a careful reading of a JSON text finds, which the fast one cannot tell. */
export interface JsonFindings {
  /** Members given more than once in one object, as `spec.containers[0].name`; each once, in order of their repeat, the first 100. */
  readonly duplicateFields: string[];
  /** Offset of the first character that is not JSON, in code units; undefined when all is well. */
  readonly errorAt: number | undefined;
}

/**
 * Reads a JSON text character by character. Slow; used only when the text is known to hold repeats or an error.
 * The caller has bounded the depth.
 */
export function scanJson(text: string): JsonFindings {
  const scanner = new JsonScanner(text);
  try {
    scanner.document();
    return { duplicateFields: [...scanner.repeats], errorAt: undefined };
  } catch (error) {
    if (!(error instanceof Unexpected)) throw error;
    return { duplicateFields: [...scanner.repeats], errorAt: error.offset };
  }
}

class Unexpected extends Error {
  constructor(readonly offset: number) {
    super(`unexpected character at offset ${offset}`);
  }
}

const SPACE = /[ \t\n\r]*/y;
const NUMBER = /-?(?:0|[1-9][0-9]*)(?:\.[0-9]+)?(?:[eE][-+]?[0-9]+)?/y;
// eslint-disable-next-line no-control-regex
const PLAIN = /[^"\\\u0000-\u001f]*/y;
const ESCAPE = /\\(?:["\\/bfnrt]|u[0-9a-fA-F]{4})/y;
const WORD = /true|false|null/y;

class JsonScanner {
  readonly repeats = new Set<string>();
  private position = 0;

  constructor(private readonly text: string) {}

  document(): void {
    this.value('');
    this.skip(SPACE);
    if (this.position < this.text.length) throw new Unexpected(this.position);
  }

  private value(path: string): void {
    this.skip(SPACE);
    const next = this.text[this.position];
    if (next === '{') this.object(path);
    else if (next === '[') this.array(path);
    else if (next === '"') this.string();
    else if (!this.skip(WORD) && !this.skip(NUMBER)) throw new Unexpected(this.position);
  }

  private object(path: string): void {
    const seen = new Set<string>();
    this.list('}', () => {
      if (this.text[this.position] !== '"') throw new Unexpected(this.position);
      const name = this.string();
      const memberPath = path === '' ? name : `${path}.${name}`;
      if (seen.has(name) && this.repeats.size < MAX_REPORTED_FIELDS) this.repeats.add(memberPath);
      seen.add(name);
      this.skip(SPACE);
      this.expect(':');
      this.value(memberPath);
    });
  }

  private array(path: string): void {
    let index = 0;
    this.list(']', () => this.value(`${path}[${index++}]`));
  }

  /** From the opening bracket to the closing one, with commas between. */
  private list(close: string, element: () => void): void {
    this.position++;
    this.skip(SPACE);
    if (this.text[this.position] === close) {
      this.position++;
      return;
    }
    for (;;) {
      this.skip(SPACE);
      element();
      this.skip(SPACE);
      if (this.text[this.position] === close) break;
      this.expect(',');
    }
    this.position++;
  }

  private string(): string {
    const start = this.position++;
    for (;;) {
      this.skip(PLAIN);
      if (this.text[this.position] === '"') break;
      if (!this.skip(ESCAPE)) throw new Unexpected(this.position);
    }
    this.position++;
    return JSON.parse(this.text.slice(start, this.position)) as string;
  }

  private expect(char: string): void {
    if (this.text[this.position] !== char) throw new Unexpected(this.position);
    this.position++;
  }

  /** Moves past what matches here; false when that is nothing. */
  private skip(pattern: RegExp): boolean {
    pattern.lastIndex = this.position;
    const found = pattern.exec(this.text)?.[0].length ?? 0;
    this.position += found;
    return found > 0;
  }
}
