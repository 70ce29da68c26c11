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
  let known = compilations.get(selected);
  if (!known) compilations.set(selected, (known = compiled(selected)));
  const selection = new Selection(json, known);
  while (!selection.copyMore(STEP_MEMBERS)) yield;
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

/** The selected parts of one JSON text, copied one after the other. Without recursion: a text of megabytes may have a list in each two bytes. */
class Selection {
  private readonly out: Buffer;
  private length = 0;
  /** Of the next member or item, or of the end of the innermost object or list. */
  private at = 0;
  /** Of the objects and lists around it: what is selected inside, and where they begin in the result. */
  private readonly selected: Selected[] = [];
  private readonly begins: number[] = [];

  constructor(
    private readonly json: Buffer,
    selected: Selected,
  ) {
    this.out = Buffer.allocUnsafe(json.length);
    this.begin(skipSpace(json, 0), selected);
  }

  get result(): Buffer {
    return this.out.subarray(0, this.length);
  }

  /** Copies up to `count` members and items. @returns whether there are no more. */
  copyMore(count: number): boolean {
    for (let seen = 0; seen < count && this.selected.length > 0; seen++) {
      const begin = this.begins.at(-1)!;
      const selected = this.selected.at(-1)!;
      const next = this.json[this.at];
      // The end of an object or list follows what begins it by two.
      const close = this.out[begin]! + 2;
      if (close === CLOSE_OBJECT && next === QUOTE) this.member(selected, begin);
      else if (close === CLOSE_LIST && next !== CLOSE_LIST && next !== undefined) {
        if (this.length > begin + 1) this.put(COMMA);
        this.begin(this.at, selected);
      } else this.close(close);
    }
    return this.selected.length === 0;
  }

  /** Copies a value, of an object or list what begins it. */
  private begin(start: number, selected: Selected): void {
    const first = this.json[start];
    if (first === OPEN_OBJECT || first === OPEN_LIST) {
      this.begins.push(this.length);
      this.selected.push(selected);
      this.put(first);
      this.at = skipSpace(this.json, start + 1);
    } else {
      const end = endOfValue(this.json, start);
      this.copy(start, end);
      this.end(end);
    }
  }

  private member(selected: Selected, begin: number): void {
    const { json, at } = this;
    const afterName = endOfString(json, at);
    const colon = skipSpace(json, afterName);
    if (json[colon] !== COLON) throw new SyntaxError(`a colon is missing at offset ${colon}`);
    const valueAt = skipSpace(json, colon + 1);
    const inside = this.inside(selected, at, afterName);
    if (inside === false) return this.end(endOfValue(json, valueAt));
    if (this.length > begin + 1) this.put(COMMA);
    const end = inside === true ? endOfValue(json, valueAt) : valueAt;
    this.copy(at, end);
    if (inside === true) this.end(end);
    else this.begin(valueAt, inside);
  }

  /** What is selected of the member whose name is between two offsets, with its quotes. */
  private inside({ named, others }: Selected, start: number, end: number): Selected | boolean {
    const found = named[end - start - 2]?.find(({ name }) => isAt(this.json, start + 1, name));
    return found ? found.inside : others;
  }

  /** A value ends at `end`: goes on to what follows it in its object or list. */
  private end(end: number): void {
    this.at = skipSpace(this.json, end);
    if (this.selected.length === 0) return;
    const close = this.out[this.begins.at(-1)!]! + 2;
    if (this.json[this.at] === COMMA) this.at = skipSpace(this.json, this.at + 1);
    else if (this.json[this.at] !== close) throw new SyntaxError(`a value does not end at offset ${this.at}`);
  }

  private close(close: number): void {
    if (this.json[this.at] !== close) throw new SyntaxError(`an object or list does not end at offset ${this.at}`);
    this.put(close);
    this.begins.pop();
    this.selected.pop();
    this.end(this.at + 1);
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
