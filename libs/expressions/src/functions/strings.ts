import { characters, Fault, isPlain } from '../values/values.js';
import type { Declaration, Implementation } from '../types/declarations.js';
import type { Meter } from '../values/meter.js';
import { formatString } from './format-string.js';
import { lastPosition, partsOf, searchFor } from './text-search.js';

/** Position as a number; beyond any length when it is too large. */
const position = (value: unknown): number => Math.max(Math.min(Number(value), 2 ** 40), -1);
const outOfRange = (index: unknown): Fault => new Fault(`index out of range: ${String(index)}`);

/** Work of looking at a character in a loop, of changing it, and of making a text of it. */
const SCANNED = 5;
const CHANGED = 12;
const MADE = 4;
/** Work of a call with a short text. */
const CALL_WORK = 30;

/** @param perCharacter work. Default: 1, of a function of the platform. */
const paid = (text: unknown, meter: Meter, perCharacter = 1): string => {
  meter.work(CALL_WORK + (text as string).length * perCharacter);
  return text as string;
};

/** A text whose characters are counted. */
function paidCharacters(text: unknown, meter: Meter): string {
  const whole = paid(text, meter);
  if (!isPlain(whole)) meter.work(whole.length * MADE);
  return whole;
}

/** The unit at which a character of a text begins; its length for those after the last. */
function unitAt(text: string, character: number): number {
  if (isPlain(text)) return Math.min(character, text.length);
  let unit = 0;
  for (let left = character; left > 0 && unit < text.length; left--) unit += text.codePointAt(unit)! > 0xffff ? 2 : 1;
  return unit;
}

const charAt: Implementation = ([text, index], meter) => {
  const whole = paidCharacters(text, meter);
  const at = position(index);
  if (at < 0 || at > characters(whole)) return outOfRange(index);
  const code = whole.codePointAt(unitAt(whole, at));
  return code === undefined ? '' : String.fromCodePoint(code);
};

const indexOf: Implementation = ([text, sought, from = 0n], meter) => {
  const whole = paidCharacters(text, meter);
  paid(sought, meter);
  const start = position(from);
  if (sought === '') return from;
  if (start < 0) return outOfRange(from);
  const found = searchFor(sought as string)(whole, unitAt(whole, start));
  return BigInt(found < 0 ? -1 : characters(whole.slice(0, found)));
};

const lastIndexOf: Implementation = ([text, sought, before], meter) => {
  const whole = paid(text, meter, SCANNED);
  paid(sought, meter, SCANNED);
  const length = characters(whole);
  if (sought === '') return before ?? BigInt(length);
  const last = before === undefined ? length - 1 : position(before);
  if (last < 0) return outOfRange(before ?? -1n);
  if (last >= length) return -1n;
  const found = lastPosition(whole, sought as string, unitAt(whole, last));
  return BigInt(found < 0 ? -1 : characters(whole.slice(0, found)));
};

const substring: Implementation = ([text, start, end], meter) => {
  const whole = paidCharacters(text, meter);
  const length = characters(whole);
  const from = position(start);
  const to = end === undefined ? length : position(end);
  if (end !== undefined && from > to) return new Fault(`invalid substring range. start: ${String(start)}, end: ${to}`);
  if (from < 0 || from > length) return outOfRange(start);
  return to < 0 || to > length ? outOfRange(end) : whole.slice(unitAt(whole, from), unitAt(whole, to));
};

const replace: Implementation = ([text, old, replacement, limit = -1n], meter) => {
  const whole = paid(text, meter);
  paid(old, meter);
  const most = (limit as bigint) < 0n ? Infinity : Number(limit);
  const parts = (old as string) === '' ? ['', ...whole, ''] : partsOf(whole, old as string);
  const count = Math.min(parts.length - 1, most);
  // Each character is a part of its own that is joined again.
  meter.work(parts.length * (old === '' ? CHANGED : MADE) + count * (replacement as string).length);
  const separator = old as string;
  const head = parts.slice(0, count + 1).join(replacement as string);
  const rest = parts.slice(count + 1);
  return rest.length === 0 ? head : [head, ...rest].join(separator);
};

const split: Implementation = ([text, separator, limit = -1n], meter) => {
  const whole = paid(text, meter);
  paid(separator, meter);
  const most = limit as bigint;
  if (most === 0n) return [];
  const parts = separator === '' ? [...whole] : partsOf(whole, separator as string);
  meter.work(parts.length * (separator === '' ? CHANGED : MADE));
  if (most < 0n || BigInt(parts.length) <= most) return parts;
  meter.work(parts.length * MADE);
  const kept = parts.slice(0, Number(most) - 1);
  return [...kept, parts.slice(Number(most) - 1).join(separator as string)];
};

const join: Implementation = ([list, separator = ''], meter) => {
  const items = Array.isArray(list) ? (list as readonly unknown[]) : (list as { items: readonly unknown[] }).items;
  let size = 0;
  for (const item of items) {
    if (typeof item !== 'string') return new Fault(`join: invalid input: ${String(item)}`);
    size += 1 + item.length + (separator as string).length;
  }
  meter.work(size);
  return items.join(separator as string);
};

/** The white space of Unicode, as Go trims it. */
const isSpace = (char: string): boolean => char === '\u0085' || (char !== '\ufeff' && char.trim() === '');

/** Linear: a pattern for the end of a text tries each run of spaces in it from each of its characters. */
const trim: Implementation = ([text], meter) => {
  const whole = paid(text, meter, MADE);
  let start = 0;
  let end = whole.length;
  while (start < end && isSpace(whole[start]!)) start++;
  while (end > start && isSpace(whole[end - 1]!)) end--;
  return whole.slice(start, end);
};

const lowerAscii: Implementation = ([text], meter) =>
  paid(text, meter, CHANGED).replace(/[A-Z]+/g, (letters) => letters.toLowerCase());
const upperAscii: Implementation = ([text], meter) =>
  paid(text, meter, CHANGED).replace(/[a-z]+/g, (letters) => letters.toUpperCase());

const ESCAPES: Readonly<Record<string, string>> = {
  '\u0007': '\\a',
  '\b': '\\b',
  '\f': '\\f',
  '\n': '\\n',
  '\r': '\\r',
  '\t': '\\t',
  '\v': '\\v',
  '\\': '\\\\',
  '"': '\\"',
};
const ESCAPED = new RegExp(String.raw`[\u0007-\r\\"]`, 'g');
const quote: Implementation = ([text], meter) =>
  `"${paid(text, meter, CHANGED).replace(ESCAPED, (one) => ESCAPES[one] ?? one)}"`;

const format: Implementation = ([text, values], meter) =>
  formatString(paid(text, meter, CHANGED), values as readonly unknown[], meter);

/** The string library before release 1.29. */
export const STRINGS_0: readonly Declaration[] = [
  ['charAt', 'string_char_at_int', 'string.(int): string', charAt],
  ['indexOf', 'string_index_of_string', 'string.(string): int', indexOf],
  ['indexOf', 'string_index_of_string_int', 'string.(string, int): int', indexOf],
  ['lastIndexOf', 'string_last_index_of_string', 'string.(string): int', lastIndexOf],
  ['lastIndexOf', 'string_last_index_of_string_int', 'string.(string, int): int', lastIndexOf],
  ['lowerAscii', 'string_lower_ascii', 'string.(): string', lowerAscii],
  ['replace', 'string_replace_string_string', 'string.(string, string): string', replace],
  ['replace', 'string_replace_string_string_int', 'string.(string, string, int): string', replace],
  ['split', 'string_split_string', 'string.(string): list<string>', split],
  ['split', 'string_split_string_int', 'string.(string, int): list<string>', split],
  ['substring', 'string_substring_int', 'string.(int): string', substring],
  ['substring', 'string_substring_int_int', 'string.(int, int): string', substring],
  ['trim', 'string_trim', 'string.(): string', trim],
  ['upperAscii', 'string_upper_ascii', 'string.(): string', upperAscii],
  ['join', 'list_join', 'list<string>.(): string', join],
  ['join', 'list_join_string', 'list<string>.(string): string', join],
];

/** Added in release 1.29. */
export const STRINGS_1: readonly Declaration[] = [
  ['format', 'string_format', 'string.(list<dyn>): string', format],
  ['strings.quote', 'strings_quote', '(string): string', quote],
];
