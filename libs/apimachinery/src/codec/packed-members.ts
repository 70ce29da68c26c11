import { COLON, COMMA, endOfString, endOfValue, OPEN_OBJECT, QUOTE } from './json-scan.js';
import { isPlainObject, setOwn, type PlainObject } from '../schema/plain-object.js';
import { TextMembers } from './text-members.js';

/** Members of more JSON are packed. Unit: bytes. */
const PACKED_BYTES = 64 * 1_024;
/** Members whose own members are packed one by one. */
const OPENED: ReadonlySet<string> = new Set(['metadata', 'spec', 'status']);

/** JSON of the packed members of an object, by name. */
const packed = new WeakMap<object, Map<string, Buffer>>();
const NONE: ReadonlySet<string> = new Set();

/** Names of the packed members of a value of {@link parsePacked}; undefined when it has none. */
export const packedMembersOf = (value: object): readonly string[] | undefined => {
  const members = packed.get(value);
  return members && [...members.keys()];
};

/** JSON of a packed member of a value of {@link parsePacked}; undefined when it is not packed. */
export const packedJsonOf = (value: object, name: string): Buffer | undefined => packed.get(value)?.get(name);

const texts = new WeakMap<Buffer, WeakRef<TextMembers>>();

/**
 * The texts of a packed member, such as labels, by their names: it is not parsed for them, but searched once in a turn of the event loop, at ten nanoseconds
 * per byte. Undefined when it is not packed.
 */
export function packedTextsOf(value: object, name: string): ((key: string) => string | undefined) | undefined {
  const json = packedJsonOf(value, name);
  if (!json) return undefined;
  let members = texts.get(json)?.deref();
  if (!members) texts.set(json, new WeakRef((members = TextMembers.of(json))));
  const known = members;
  return (key) => known.get(json, key);
}

/**
 * Lets packed members of a new state of an object be those of the old one where they are equal: they take memory once, and who compares them in a turn of the event loop compares the
 * same value.
 */
export function sharePacked(old: object, now: object): void {
  shareMembers(old, now);
  for (const name of OPENED) {
    const [before, after] = [(old as PlainObject)[name], (now as PlainObject)[name]];
    if (isPlainObject(before) && isPlainObject(after)) shareMembers(before, after);
  }
}

function shareMembers(old: object, now: object): void {
  const before = packed.get(old);
  const after = packed.get(now);
  if (!before || !after) return;
  for (const [name, json] of after) {
    const same = before.get(name);
    const property = Object.getOwnPropertyDescriptor(old, name);
    // Without a getter: who has the old object deleted or replaced the member.
    if (!property?.get || !same?.equals(json)) continue;
    after.set(name, same);
    Object.defineProperty(now, name, property);
  }
}

/**
 * Parses a JSON object that is kept for long, in steps: members of more than 64 KiB, also those of its metadata, spec and status, stay JSON outside the heap, and are parsed each time
 * that they are read, once in a turn of the event loop. Without such members the same as `JSON.parse`.
 * @param json without space between values, as `JSON.stringify` writes it; another text is parsed at once.
 * @throws SyntaxError
 */
export function* parsePacked(json: Buffer): Generator<undefined, unknown> {
  if (json.length <= PACKED_BYTES || json[0] !== OPEN_OBJECT) return JSON.parse(json.toString('utf8'));
  return yield* parseObject(json, OPENED);
}

function* parseObject(json: Buffer, opened: ReadonlySet<string>): Generator<undefined, unknown> {
  const object: PlainObject = {};
  let at = 1;
  for (; json[at] === QUOTE; at++) {
    const afterName = endOfString(json, at);
    const start = afterName + 1;
    const end = endOfValue(json, start);
    if (json[afterName] !== COLON || end > json.length) return JSON.parse(json.toString('utf8'));
    const name = JSON.parse(json.toString('utf8', at, afterName)) as string;
    const value = json.subarray(start, end);
    // The last one of a name counts.
    if (packed.get(object)?.delete(name)) delete object[name];
    if (value.length <= PACKED_BYTES) setOwn(object, name, JSON.parse(value.toString('utf8')));
    else if (opened.has(name) && value[0] === OPEN_OBJECT) setOwn(object, name, yield* parseObject(value, NONE));
    else pack(object, name, value);
    yield;
    at = end;
    if (json[at] !== COMMA) break;
  }
  // Not as it is expected: the parser finds out what it is.
  if (at !== json.length - 1 || json[at - 1] === COMMA) return JSON.parse(json.toString('utf8'));
  return object;
}

function pack(object: PlainObject, name: string, value: Buffer): void {
  const json = Buffer.from(value);
  let parsed: WeakRef<object> | undefined;
  const get = (): unknown => {
    const known = parsed?.deref();
    if (known) return known;
    const fresh: unknown = JSON.parse(json.toString('utf8'));
    if (typeof fresh === 'object' && fresh !== null) parsed = new WeakRef(fresh);
    return fresh;
  };
  Object.defineProperty(object, name, { get, enumerable: true, configurable: true });
  const members = packed.get(object);
  if (members) members.set(name, json);
  else packed.set(object, new Map([[name, json]]));
}
