import { sortInSteps } from './sort-in-steps.js';
import { compareKeys } from './yaml-key-order.js';
import { longYamlText } from './yaml-long-text.js';
import { yamlNumber } from './yaml-number.js';
import { doubleQuoted, yamlLine, yamlText } from './yaml-scalar.js';

const STEP = '  ';
/** Bytes; longer keys, and those of several lines, need the explicit key syntax. */
const MAX_KEY_BYTES = 128;

/**
 * HOT PATH (bench: representations): `encodeYaml`, in the form in which kube-apiserver writes it: sorted keys, items not
 * indented below the key of their list, texts as `yamlText`.
 */
export function writeYaml(value: unknown): string {
  if (isFilled(value)) return `${collection(value, '')}\n`;
  const isLines = typeof value === 'string' && value.includes('\n');
  return `${isLines ? doubleQuoted(value) : scalar(value, STEP, 0)}\n`;
}

/** Members per step: less than a millisecond. */
const STEP_MEMBERS = 128;
/** Characters of a string that take as long as a member. */
const MEMBER_CHARACTERS = 128;
/** Characters per piece. */
const PIECE_CHARACTERS = 16 * 1_024;

/**
 * As `writeYaml`, in pieces: large maps and lists, and long strings in them, take several, so that other requests run in between. Some
 * are empty.
 * @param stepMembers maximum members per piece.
 * @param memberCharacters characters of a string, or of a key, that count as a member.
 */
export function* writeYamlPieces(
  value: unknown,
  stepMembers = STEP_MEMBERS,
  memberCharacters = MEMBER_CHARACTERS,
): Generator<string> {
  const sizes = new Sizes(stepMembers, memberCharacters);
  if (sizes.of(value) < stepMembers || !sizes.isFilled(value)) return yield writeYaml(value);
  yield* collectionPieces(value, '', sizes);
  yield '\n';
}

/** As `collection`. */
function* collectionPieces(value: Filled, indent: string, sizes: Sizes): Generator<string> {
  const names = Array.isArray(value) ? undefined : yield* sortedNames(sizes.takeKeys(value));
  let text = '';
  let members = 0;
  let isFirst = true;
  for (let at = 0; at < (names ?? (value as readonly unknown[])).length; at++) {
    const name = names?.[at];
    const member: unknown = value[(name ?? at) as keyof typeof value];
    if (member === undefined && name !== undefined) continue;
    if (!isFirst) text += `\n${indent}`;
    isFirst = false;
    const size = sizes.of(member) + (name === undefined ? 0 : sizes.ofText(name));
    if (size >= sizes.large) {
      yield text;
      yield* name === undefined ? itemPieces(member, indent, sizes) : pairPieces(name, member, indent, sizes);
      text = '';
      members = 0;
      continue;
    }
    text += name === undefined ? listItem(member, indent) : pair(name, member, indent);
    members += size;
    if (members < sizes.large && text.length < PIECE_CHARACTERS) continue;
    yield text;
    text = '';
    members = 0;
  }
  if (text !== '') yield text;
}

function* itemPieces(item: unknown, indent: string, sizes: Sizes): Generator<string> {
  const { text, indent: inner } = itemStart(indent);
  yield text;
  if (sizes.isFilled(item)) yield* collectionPieces(item, inner, sizes);
  else yield* scalarPieces(item, inner, inner.length, sizes);
}

function* pairPieces(name: string, value: unknown, indent: string, sizes: Sizes): Generator<string> {
  const inner = indent + STEP;
  const isFilledValue = sizes.isFilled(value);
  const isSimple = isSimpleKey(name);
  let column = inner.length;
  let valueIndent = inner;
  if (isSimple) {
    const key = yamlLine(name);
    column += key.length;
    if (isFilledValue && Array.isArray(value)) valueIndent = indent;
    yield `${key}:${isFilledValue ? `\n${valueIndent}` : ' '}`;
  } else {
    yield '? ';
    yield* scalarPieces(name, inner, inner.length, sizes);
    yield `\n${indent}: `;
  }
  if (isFilledValue) yield* collectionPieces(value, valueIndent, sizes);
  else yield* scalarPieces(value, inner, column, sizes);
}

function scalarPieces(value: unknown, indent: string, column: number, sizes: Sizes): Iterable<string> {
  const isLong = typeof value === 'string' && sizes.ofText(value) >= sizes.large;
  return isLong ? longYamlText(value, indent, column, sizes.longText) : [scalar(value, indent, column)];
}

function* sortedNames(keys: string[]): Generator<string, readonly string[]> {
  const sorting = sortInSteps(keys, compareKeys);
  for (let step = sorting.next(); ; step = sorting.next()) {
    if (step.done) return step.value;
    yield '';
  }
}

/** Sizes of values. Enumerating the keys of a map of 100,000 takes ten milliseconds and more: it is done once. */
class Sizes {
  /** Of maps with as many keys as a step has members. */
  private readonly keys = new Map<object, string[]>();

  /** Characters of a string that is large. */
  readonly longText: number;

  /**
   * @param large number of members, at any depth, from which a value is large.
   * @param memberCharacters see `writeYamlPieces`.
   */
  constructor(
    readonly large: number,
    private readonly memberCharacters: number,
  ) {
    this.longText = large * memberCharacters;
  }

  /** Number of members at any depth, up to about `large`, where a long string counts as several; 1 for another scalar. */
  of(value: unknown): number {
    if (typeof value === 'string') return 1 + this.ofText(value);
    return typeof value === 'object' && value !== null ? this.membersOf(value, this.large) : 1;
  }

  /** Members that a string counts as, in addition to the one that it is. */
  ofText(text: string): number {
    return Math.floor(text.length / this.memberCharacters);
  }

  /** As `isFilled`. */
  isFilled(value: unknown): value is Filled {
    const keys = typeof value === 'object' && value !== null ? this.keys.get(value) : undefined;
    if (!keys) return Array.isArray(value) ? value.length > 0 : isFilled(value);
    return keys.some((name) => (value as Fields)[name] !== undefined);
  }

  /** Keys of a map, to be sorted in place. */
  takeKeys(map: object): string[] {
    const keys = this.keysOf(map);
    this.keys.delete(map);
    return keys;
  }

  private keysOf(map: object): string[] {
    const known = this.keys.get(map);
    if (known) return known;
    const keys = Object.keys(map);
    if (keys.length >= this.large) this.keys.set(map, keys);
    return keys;
  }

  private membersOf(value: object, limit: number): number {
    const names = Array.isArray(value) ? undefined : this.keysOf(value);
    let count = (names ?? (value as readonly unknown[])).length;
    for (let at = 0; count < limit && at < (names ?? (value as readonly unknown[])).length; at++) {
      const name = names?.[at];
      const member = (value as Fields)[name ?? at];
      if (name !== undefined) count += this.ofText(name);
      if (typeof member === 'string') count += this.ofText(member);
      else if (typeof member === 'object' && member !== null) count += this.membersOf(member, limit - count);
    }
    return count;
  }
}

type Fields = Readonly<Record<string, unknown>>;
type Filled = readonly unknown[] | Fields;

function isFilled(value: unknown): value is Filled {
  if (typeof value !== 'object' || value === null) return false;
  for (const name in value) if (value[name as keyof typeof value] !== undefined || Array.isArray(value)) return true;
  return false;
}

/** The first line has no indentation, the others have `indent`. */
function collection(value: Filled, indent: string): string {
  let text = '';
  const add = (line: string): void => {
    text += text === '' ? line : `\n${indent}${line}`;
  };
  if (Array.isArray(value)) {
    for (const item of value as readonly unknown[]) add(listItem(item, indent));
    return text;
  }
  const members = value as Readonly<Record<string, unknown>>;
  for (const name of Object.keys(members).sort(compareKeys)) {
    const member = members[name];
    if (member !== undefined) add(pair(name, member, indent));
  }
  return text;
}

/** Text before a collection, and the indentation of its further lines. */
interface Start {
  readonly text: string;
  readonly indent: string;
}

const itemStart = (indent: string): Start => ({ text: '- ', indent: indent + STEP });

function pairStart(name: string, value: Filled, indent: string): Start {
  const inner = indent + STEP;
  if (!isSimpleKey(name)) return { text: explicitKey(name, indent), indent: inner };
  const valueIndent = Array.isArray(value) ? indent : inner;
  return { text: `${yamlLine(name)}:\n${valueIndent}`, indent: valueIndent };
}

function listItem(item: unknown, indent: string): string {
  const inner = indent + STEP;
  return `- ${isFilled(item) ? collection(item, inner) : scalar(item, inner, inner.length)}`;
}

function pair(name: string, value: unknown, indent: string): string {
  if (isFilled(value)) {
    const start = pairStart(name, value, indent);
    return start.text + collection(value, start.indent);
  }
  const inner = indent + STEP;
  if (!isSimpleKey(name)) return explicitKey(name, indent) + scalar(value, inner, inner.length);
  const key = yamlLine(name);
  return `${key}: ${scalar(value, inner, inner.length + key.length)}`;
}

/** Up to where the value begins. */
function explicitKey(name: string, indent: string): string {
  const inner = indent + STEP;
  return `? ${yamlText(name, inner, inner.length)}\n${indent}: `;
}

const isSimpleKey = (name: string): boolean =>
  (name.length * 3 <= MAX_KEY_BYTES || Buffer.byteLength(name) <= MAX_KEY_BYTES) && !name.includes('\n');

function scalar(value: unknown, indent: string, column: number): string {
  if (typeof value === 'string') return yamlText(value, indent, column);
  if (typeof value === 'number') return Number.isFinite(value) ? yamlNumber(value) : 'null';
  if (typeof value === 'boolean') return String(value);
  if (typeof value === 'object' && value !== null) return Array.isArray(value) ? '[]' : '{}';
  return 'null';
}
