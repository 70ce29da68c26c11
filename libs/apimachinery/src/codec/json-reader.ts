import { ApiError } from '../status/api-error.js';
import { tooDeep, tooManyFields, type CodecLimits } from './limits.js';
import { RepeatedFields } from './repeated-fields.js';

/** A longer substring keeps the whole text alive in V8. */
const MAX_COPIED_CHARACTERS = 12;

/** Position of a syntax error in a JSON text. */
export class JsonSyntaxError extends Error {
  override readonly name = 'JsonSyntaxError';
  /**
   * @param offset of the first invalid character, in code units; the length of a truncated text.
   * @param where what the reader expected or was in, in the words of Go.
   */
  constructor(
    readonly offset: number,
    readonly where: string,
  ) {
    super(`unexpected character at offset ${offset} ${where}`);
  }
}

/** An object or list that is not complete yet. */
interface Frame {
  readonly container: Record<string, unknown> | unknown[];
  /** Current member; undefined in a list. */
  name: string | undefined;
  /** Duplicate members already reported. */
  repeats: Set<string> | undefined;
}

/**
 * Incremental JSON parser with bounded work per step. Beyond `JSON.parse` it reports duplicate members and the
 * offset of an error, and enforces the limits while parsing. Takes two to three times the CPU time of `JSON.parse`, so it is used for
 * texts that would block the event loop, and to locate errors.
 */
export class JsonReader {
  private readonly repeats = new RepeatedFields();
  private position = 0;
  private readonly stack: Frame[] = [];
  private fields = 0;
  private items = 0;
  private result: unknown;

  constructor(
    private readonly text: string,
    private readonly limits: CodecLimits,
  ) {}

  /** The result, once `step` has returned true. */
  get value(): unknown {
    return this.result;
  }

  /** Paths of duplicate members of an object; the last value wins. */
  get duplicateFields(): string[] {
    return this.repeats.list();
  }

  /**
   * Parses the next values.
   * @param maxValues maximum number of values; one more string of any length may follow.
   * @returns whether the end of the text was reached.
   * @throws JsonSyntaxError; ApiError BadRequest on a number out of range and past the limits.
   */
  step(maxValues: number): boolean {
    const until = this.fields + this.items + maxValues;
    while (this.fields + this.items <= until) {
      const opened = this.open();
      if (opened) continue;
      if (this.close(this.scalarOrEmpty())) return true;
    }
    return false;
  }

  /** Enters the object or list at the current position; false when it is empty, or for a scalar. */
  private open(): boolean {
    const char = this.skipSpace();
    if (char !== OPEN_BRACE && char !== OPEN_BRACKET) return false;
    const at = this.position++;
    const next = this.skipSpace();
    if (next === char + 2) {
      this.position = at;
      return false;
    }
    // The container and each of its ancestors is one level.
    if (this.stack.length >= this.limits.maxDepth) throw tooDeep(this.limits);
    if (char === OPEN_BRACKET) this.stack.push({ container: [], name: undefined, repeats: undefined });
    else this.stack.push({ container: {}, name: this.memberName(), repeats: undefined });
    return true;
  }

  private scalarOrEmpty(): unknown {
    const { text } = this;
    switch (text.charCodeAt(this.position)) {
      case OPEN_BRACE:
        return this.skipEmpty({});
      case OPEN_BRACKET:
        return this.skipEmpty([]);
      case QUOTE:
        return this.string(true);
      case 0x74:
        return this.word('true', true);
      case 0x66:
        return this.word('false', false);
      case 0x6e:
        return this.word('null', null);
      default:
        return this.number();
    }
  }

  /** Adds a value to its parent and closes each container that ends with it. Returns whether the text is complete. */
  private close(value: unknown): boolean {
    for (;;) {
      const frame = this.stack.at(-1);
      if (!frame) {
        this.skipSpace();
        if (this.position < this.text.length) throw new JsonSyntaxError(this.position, 'after top-level value');
        this.result = value;
        return true;
      }
      this.put(frame, value);
      const char = this.skipSpace();
      const isList = frame.name === undefined;
      if (char !== COMMA && char !== (isList ? CLOSE_BRACKET : CLOSE_BRACE))
        throw new JsonSyntaxError(this.position, isList ? 'after array element' : 'after object key:value pair');
      this.position++;
      if (char === COMMA) {
        if (!isList) {
          this.skipSpace();
          frame.name = this.memberName();
        }
        return false;
      }
      value = frame.container;
      this.stack.pop();
    }
  }

  private put(frame: Frame, value: unknown): void {
    const { container, name } = frame;
    if (name === undefined) {
      if (++this.items > this.limits.maxFields) throw tooManyFields(this.limits);
      (container as unknown[]).push(value);
      return;
    }
    if (++this.fields > this.limits.maxFields) throw tooManyFields(this.limits);
    const members = container as Record<string, unknown>;
    if (Object.hasOwn(members, name)) this.repeated(frame, name);
    if (name === '__proto__')
      Object.defineProperty(members, name, { value, writable: true, enumerable: true, configurable: true });
    else members[name] = value;
  }

  private repeated(frame: Frame, name: string): void {
    if (this.repeats.isFull) return;
    frame.repeats ??= new Set();
    if (frame.repeats.has(name)) return;
    frame.repeats.add(name);
    this.repeats.add(this.stack.map(({ container, name: step }) => step ?? (container as unknown[]).length));
  }

  private memberName(): string {
    if (this.text.charCodeAt(this.position) !== QUOTE)
      throw new JsonSyntaxError(this.position, 'looking for beginning of object key string');
    const name = this.string(false);
    if (this.skipSpace() !== COLON) throw new JsonSyntaxError(this.position, 'after object key');
    this.position++;
    return name;
  }

  /** @param copied whether the result must not reference the text. Not needed for names: V8 copies property names. */
  private string(copied: boolean): string {
    const { text } = this;
    const start = this.position;
    let at = start + 1;
    let escaped = false;
    for (;;) {
      const char = text.charCodeAt(at);
      if (char === QUOTE) break;
      if (char === BACKSLASH) {
        escaped = true;
        at += 2; // checked below
      } else if (char >= 0x20) at++;
      else throw new JsonSyntaxError(at, 'in string literal'); // a control character, or NaN: the end
    }
    this.position = at + 1;
    if (!escaped && (!copied || at - start <= MAX_COPIED_CHARACTERS)) return text.slice(start + 1, at);
    try {
      return JSON.parse(text.slice(start, at + 1)) as string;
    } catch (error) {
      throw error instanceof SyntaxError ? brokenEscape(text, start) : error;
    }
  }

  private number(): number {
    const { text } = this;
    NUMBER.lastIndex = this.position;
    if (!NUMBER.test(text)) throw brokenNumber(text, this.position);
    const value = Number(text.slice(this.position, NUMBER.lastIndex));
    if (!Number.isFinite(value)) throw outOfRange(value);
    this.position = NUMBER.lastIndex;
    return value;
  }

  private word<T>(word: string, value: T): T {
    if (!this.text.startsWith(word, this.position)) throw brokenWord(this.text, this.position, word);
    this.position += word.length;
    return value;
  }

  private skipEmpty<T>(value: T): T {
    this.position++;
    this.skipSpace();
    this.position++;
    return value;
  }

  /** Skips white space and returns the code of the next character; NaN at the end. */
  private skipSpace(): number {
    const { text } = this;
    let at = this.position;
    let char = text.charCodeAt(at);
    while (char === 0x20 || char === 0x0a || char === 0x0d || char === 0x09) char = text.charCodeAt(++at);
    this.position = at;
    return char;
  }
}

/** @param value the parsed number. */
export const outOfRange = (value: number): ApiError => ApiError.badRequest(`json: the number ${value} is out of range`);

const QUOTE = 0x22;
const BACKSLASH = 0x5c;
const COLON = 0x3a;
const COMMA = 0x2c;
const OPEN_BRACE = 0x7b;
const CLOSE_BRACE = 0x7d;
const OPEN_BRACKET = 0x5b;
const CLOSE_BRACKET = 0x5d;

const NUMBER = /-?(?:0|[1-9][0-9]*)(?:\.[0-9]+)?(?:[eE][-+]?[0-9]+)?/y;
const ESCAPED = '"\\/bfnrt';
const HEXADECIMAL = /[0-9a-fA-F]{4}/y;
const HEXADECIMAL_DIGITS = '0123456789abcdefABCDEF';

/** A character that begins no value, or a sign without a number. */
function brokenNumber(text: string, at: number): JsonSyntaxError {
  return text[at] === '-'
    ? new JsonSyntaxError(at + 1, 'in numeric literal')
    : new JsonSyntaxError(at, 'looking for beginning of value');
}

function brokenWord(text: string, start: number, word: string): JsonSyntaxError {
  let length = 1;
  while (text[start + length] === word[length]) length++;
  return new JsonSyntaxError(start + length, `in literal ${word} (expecting '${word[length]}')`);
}

/** The first invalid escape at or after `start`. Millions of valid ones may precede it. */
function brokenEscape(text: string, start: number): JsonSyntaxError {
  for (let at = start; at < text.length; at++) {
    if (text.charCodeAt(at) !== BACKSLASH) continue;
    const escaped = text[at + 1] ?? '';
    if (escaped === 'u') {
      HEXADECIMAL.lastIndex = at + 2;
      if (!HEXADECIMAL.test(text)) {
        let digit = at + 2;
        while (HEXADECIMAL_DIGITS.includes(text[digit] ?? ' ')) digit++;
        return new JsonSyntaxError(digit, 'in \\u hexadecimal character escape');
      }
    } else if (escaped === '' || !ESCAPED.includes(escaped)) {
      return new JsonSyntaxError(at + 1, 'in string escape code');
    }
    at++;
  }
  return new JsonSyntaxError(text.length, 'in string literal');
}
