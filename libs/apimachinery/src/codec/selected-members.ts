import {
  CLOSE_LIST,
  CLOSE_OBJECT,
  COLON,
  COMMA,
  endOfString,
  endOfValue,
  OPEN_LIST,
  OPEN_OBJECT,
  QUOTE,
} from './json-scan.js';
import { isPlainObject, setOwn, type PlainObject } from '../schema/plain-object.js';

/**
 * Members to read, by name: `true` for the whole value, `false` for none of it, or those of the value. A list has those of each of its items. `*` is every member that is not
 * named; without it they are left out.
 */
export interface SelectedMembers {
  readonly [name: string]: boolean | SelectedMembers;
}

const SPACE = 0x20;
/** Members and items that are looked at in one step. */
const STEP_MEMBERS = 500;

/** The value with the selected members only. What is not an object or a list stays as it is. */
export function pickMembers(value: unknown, selected: SelectedMembers): unknown {
  if (Array.isArray(value)) return value.map((item) => pickMembers(item, selected));
  if (!isPlainObject(value)) return value;
  const picked: PlainObject = {};
  for (const name of Object.keys(value)) {
    const inside = (Object.hasOwn(selected, name) ? selected[name] : undefined) ?? selected['*'] ?? false;
    if (inside === false) continue;
    setOwn(picked, name, inside === true ? value[name] : pickMembers(value[name], inside));
  }
  return picked;
}

/**
 * As {@link pickMembers}, on JSON and in steps, for objects that may be large: what is left out is skipped without being parsed or checked, at about a
 * nanosecond per byte. Names that are written with escapes are not recognised.
 * @throws SyntaxError where the end of a member or item is not found.
 */
export function* selectMembers(json: Buffer, selected: SelectedMembers): Generator<undefined, Buffer> {
  const selection = new Selection(json);
  let known = compilations.get(selected);
  if (!known) compilations.set(selected, (known = compiled(selected)));
  yield* selection.value(skipSpace(json, 0), known);
  return selection.result;
}

interface Selected {
  /** By the length of the name in bytes. */
  readonly named: readonly (readonly NamedMember[] | undefined)[];
  readonly others: Selected | boolean;
}

interface NamedMember {
  readonly name: Buffer;
  readonly inside: Selected | boolean;
}

const compilations = new WeakMap<SelectedMembers, Selected>();

function compiled({ '*': others = false, ...members }: SelectedMembers): Selected {
  const inside = (of: boolean | SelectedMembers) => (typeof of === 'boolean' ? of : compiled(of));
  const named: NamedMember[][] = [];
  for (const [text, of] of Object.entries(members)) {
    const name = Buffer.from(text);
    (named[name.length] ??= []).push({ name, inside: inside(of) });
  }
  return { named, others: inside(others) };
}

/** The selected parts of one JSON text, copied one after the other. */
class Selection {
  private readonly out: Buffer;
  private length = 0;
  private seen = 0;

  constructor(private readonly json: Buffer) {
    this.out = Buffer.allocUnsafe(json.length);
  }

  get result(): Buffer {
    return this.out.subarray(0, this.length);
  }

  /** @returns the offset after the value at `start`. */
  *value(start: number, selected: Selected): Generator<undefined, number> {
    const { json } = this;
    if (json[start] === OPEN_OBJECT) return yield* this.object(start, selected);
    if (json[start] === OPEN_LIST) return yield* this.list(start, selected);
    const end = endOfValue(json, start);
    this.copy(start, end);
    return end;
  }

  private *object(start: number, selected: Selected): Generator<undefined, number> {
    const { json } = this;
    this.put(OPEN_OBJECT);
    const first = this.length;
    let at = skipSpace(json, start + 1);
    while (json[at] === QUOTE) {
      const afterName = endOfString(json, at);
      const colon = skipSpace(json, afterName);
      if (json[colon] !== COLON) throw new SyntaxError(`a colon is missing at offset ${colon}`);
      const valueAt = skipSpace(json, colon + 1);
      const inside = this.inside(selected, at, afterName);
      if (inside === false) at = endOfValue(json, valueAt);
      else {
        if (this.length > first) this.put(COMMA);
        const end = inside === true ? endOfValue(json, valueAt) : valueAt;
        this.copy(at, end);
        at = inside === true ? end : yield* this.value(valueAt, inside);
      }
      at = this.next(at, CLOSE_OBJECT);
      if (++this.seen % STEP_MEMBERS === 0) yield;
    }
    return this.close(at, CLOSE_OBJECT);
  }

  /** What is selected of the member whose name is between two offsets, with its quotes. */
  private inside({ named, others }: Selected, start: number, end: number): Selected | boolean {
    const found = named[end - start - 2]?.find(({ name }) => isAt(this.json, start + 1, name));
    return found ? found.inside : others;
  }

  private *list(start: number, selected: Selected): Generator<undefined, number> {
    const { json } = this;
    this.put(OPEN_LIST);
    const first = this.length;
    let at = skipSpace(json, start + 1);
    while (json[at] !== CLOSE_LIST && at < json.length) {
      if (this.length > first) this.put(COMMA);
      at = this.next(yield* this.value(at, selected), CLOSE_LIST);
      if (++this.seen % STEP_MEMBERS === 0) yield;
    }
    return this.close(at, CLOSE_LIST);
  }

  /** Offset of what follows the member or item that ends at `end`. */
  private next(end: number, close: number): number {
    const at = skipSpace(this.json, end);
    if (this.json[at] === COMMA) return skipSpace(this.json, at + 1);
    if (this.json[at] !== close) throw new SyntaxError(`a value does not end at offset ${at}`);
    return at;
  }

  private close(at: number, close: number): number {
    if (this.json[at] !== close) throw new SyntaxError(`an object or list does not end at offset ${at}`);
    this.put(close);
    return at + 1;
  }

  private put(byte: number): void {
    this.out[this.length++] = byte;
  }

  private copy(start: number, end: number): void {
    if (end > this.json.length) throw new SyntaxError('the text ends inside a value');
    this.length += this.json.copy(this.out, this.length, start, end);
  }
}

function skipSpace(json: Buffer, start: number): number {
  let at = start;
  while (json[at]! <= SPACE) at++;
  return at;
}

/** Whether the text has these bytes there. */
function isAt(json: Buffer, start: number, bytes: Buffer): boolean {
  for (let i = 0; i < bytes.length; i++) if (json[start + i] !== bytes[i]) return false;
  return true;
}
