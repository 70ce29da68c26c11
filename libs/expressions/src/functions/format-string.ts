import { quotedText } from '@orch/apimachinery';
import {
  Duration,
  Fault,
  isMap,
  itemsOf,
  Timestamp,
  typeName,
  TypeValue,
  Uint,
  type MapLike,
} from '../values/values.js';
import type { Meter } from '../values/meter.js';
import { formatDouble, textFromBytes } from './conversions.js';
import { formatDuration, formatTimestamp } from './times.js';

/** A clause of a format string: `%s`, `%.3f`. */
export interface Clause {
  readonly verb: string;
  readonly precision: number;
}

const DEFAULT_PRECISION = 6;
const MAX_PRECISION = 100;
const VERBS: ReadonlySet<string> = new Set(['s', 'd', 'f', 'e', 'b', 'x', 'X', 'o']);

/** A format string that ends in a `%`. */
export const NO_CLAUSE = new Fault('unexpected end of string');
const CLAUSE = /%(?:\.(\d*))?([^])?/uy;

/** Splits a format string into texts and clauses. Ends with a `Fault` at the first clause that is not one. */
export function formatParts(text: string): readonly (string | Clause | Fault)[] {
  const parts: (string | Clause | Fault)[] = [];
  let last = 0;
  for (let at = text.indexOf('%'); at >= 0; at = text.indexOf('%', last)) {
    parts.push(text.slice(last, at));
    if (text[at + 1] === '%') {
      parts.push('%');
      last = at + 2;
      continue;
    }
    CLAUSE.lastIndex = at;
    const [whole = '', digits, verb] = CLAUSE.exec(text) ?? [];
    const clause = at + 1 === text.length ? NO_CLAUSE : clauseOf(digits, verb);
    parts.push(clause);
    if (clause instanceof Fault) return parts;
    last = at + whole.length;
  }
  parts.push(text.slice(last));
  return parts;
}

function clauseOf(digits: string | undefined, verb: string | undefined): Clause | Fault {
  const problem = (text: string): Fault => new Fault(`could not parse formatting clause: ${text}`);
  if (verb === undefined) return problem('error while parsing precision: could not find end of precision specifier');
  if (digits === '')
    return problem(
      'error while parsing precision: error while converting precision to integer: strconv.Atoi: parsing "": invalid syntax',
    );
  if (Number(digits ?? 0) > MAX_PRECISION) return new Fault('precision specifier is too large');
  if (VERBS.has(verb)) return { verb, precision: digits === undefined ? DEFAULT_PRECISION : Number(digits) };
  return problem(`unrecognized formatting clause "${verb}"`);
}

const PROBLEMS: Readonly<Record<string, string>> = {
  s: 'string clause can only be used on strings, bools, bytes, ints, doubles, maps, lists, types, durations, and timestamps',
  d: 'decimal clause can only be used on integers',
  f: 'fixed-point clause can only be used on doubles',
  e: 'scientific clause can only be used on doubles',
  b: 'only integers and bools can be formatted as binary',
  x: 'only integers, byte buffers, and strings can be formatted as hex',
  X: 'only integers, byte buffers, and strings can be formatted as hex',
  o: 'octal clause can only be used on integers',
};

/** Problem of a clause that does not accept values of a type. */
export const clauseProblem = (verb: string, type: string): string =>
  `error during formatting: ${PROBLEMS[verb]}, was given ${type}`;

/** Work of a clause, whatever its value. */
const CLAUSE_WORK = 30;
/** Work of a double with a precision, and of each of its digits. */
const DOUBLE_WORK = 300;
const DIGIT_WORK = 4;

/** `text.format(values)`. */
export function formatString(text: string, values: readonly unknown[], meter: Meter): string | Fault {
  let result = '';
  let next = 0;
  for (const part of formatParts(text)) {
    if (typeof part === 'string') {
      result += part;
      continue;
    }
    if (next >= values.length) return new Fault(`index ${next} out of range`);
    if (part instanceof Fault) return part;
    const value = values[next++];
    const formatted = formatClause(part, value, meter);
    if (formatted instanceof Fault) return formatted;
    if (formatted === undefined) return new Fault(clauseProblem(part.verb, typeName(value)));
    meter.work(CLAUSE_WORK + formatted.length);
    result += formatted;
  }
  return result;
}

function formatClause({ verb, precision }: Clause, value: unknown, meter: Meter): string | Fault | undefined {
  const integer = value instanceof Uint ? value.value : typeof value === 'bigint' ? value : undefined;
  switch (verb) {
    case 's':
      return shownValue(value, meter);
    case 'd':
      return integer?.toString();
    case 'b':
      return typeof value === 'boolean' ? String(Number(value)) : integer?.toString(2);
    case 'o':
      return integer?.toString(8);
    case 'f':
    case 'e': {
      meter.work(DOUBLE_WORK);
      const digits = decimal(verb, precision, value);
      meter.work((digits?.length ?? 0) * DIGIT_WORK);
      return digits;
    }
    default: {
      const bytes =
        typeof value === 'string' ? Buffer.from(value) : value instanceof Uint8Array ? Buffer.from(value) : undefined;
      meter.work(bytes?.length ?? 0);
      const digits = bytes?.toString('hex') ?? integer?.toString(16);
      return verb === 'X' ? digits?.toUpperCase() : digits;
    }
  }
}

const SPECIAL: Readonly<Record<string, string>> = { NaN: 'NaN', Infinity: '∞', '-Infinity': '-∞' };

function decimal(verb: 'f' | 'e', precision: number, value: unknown): string | undefined {
  const special = SPECIAL[String(value)];
  if ((typeof value === 'string' || typeof value === 'number') && special !== undefined) return special;
  if (typeof value !== 'number') return undefined;
  if (verb === 'e') {
    const [digits = '', exponent = ''] = value.toExponential(precision).split('e');
    const power = exponent.slice(1).padStart(2, '0');
    return `${digits}×10${[...`${exponent.startsWith('-') ? '-' : ''}${power}`].map(superscript).join('')}`;
  }
  return fixed(value, precision);
}

/** Larger numbers have no fixed form of their own: they are integers. */
const FIXED_LIMIT = 1e21;
const GROUP = 3;

/** `-1234.50`. */
function plainFixed(value: number, precision: number): string {
  if (Object.is(value, -0)) return `-${plainFixed(0, precision)}`;
  return Math.abs(value) >= FIXED_LIMIT
    ? `${BigInt(value)}${precision > 0 ? `.${'0'.repeat(precision)}` : ''}`
    : value.toFixed(precision);
}

/** `1,234.50`. Not by a formatter of the platform, whose making costs more than a thousand of these. */
function fixed(value: number, precision: number): string {
  const text = plainFixed(value, precision);
  const sign = text.startsWith('-') ? '-' : '';
  const [whole = '', fraction] = text.replace('-', '').split('.');
  const groups: string[] = [];
  for (let end = whole.length; end > 0; end -= GROUP) groups.unshift(whole.slice(Math.max(0, end - GROUP), end));
  return `${sign}${groups.join(',')}${fraction === undefined ? '' : `.${fraction}`}`;
}

const superscript = (digit: string): string => (digit === '-' ? '⁻' : ('⁰¹²³⁴⁵⁶⁷⁸⁹'[Number(digit)] ?? digit));

/** Work of showing a number, or an empty list or map. */
const VALUE_WORK = 100;
/** Work of a character that may be escaped. */
const QUOTED_WORK = 4;
/** Work of showing a time. */
const SHOWN_TIME_WORK = 300;

/** A value as `%s` shows it; undefined when its type has no text. */
function shownValue(value: unknown, meter: Meter): string | Fault | undefined {
  meter.work(VALUE_WORK);
  if (typeof value === 'string') {
    meter.work(value.length);
    return value;
  }
  if (typeof value === 'number') return formatDouble(value);
  if (typeof value === 'bigint' || typeof value === 'boolean' || value === null) return String(value);
  if (value instanceof Uint) return String(value.value);
  if (value instanceof Uint8Array) {
    meter.work(value.length);
    const text = textFromBytes(value);
    return text instanceof Fault ? problem(`could not convert argument ${quotedText(text.message)} to string`) : text;
  }
  if (value instanceof Timestamp || value instanceof Duration) {
    meter.work(SHOWN_TIME_WORK);
    return value instanceof Timestamp ? formatTimestamp(value) : formatDuration(value);
  }
  if (value instanceof TypeValue) return value.name;
  const items = itemsOf(value);
  if (items) return shownList(items, meter);
  return isMap(value) ? shownMap(value, meter) : undefined;
}

const problem = (text: string): Fault => new Fault(`error during formatting: ${text}`);

/** A value in a list or map: texts, bytes and doubles that are not numbers are quoted. */
function shownPart(value: unknown, meter: Meter): string | Fault {
  const shown = shownValue(value, meter);
  if (shown === undefined) return problem(`no formatting function for ${typeName(value)}`);
  if (shown instanceof Fault) return shown;
  if (typeof value === 'number') return Number.isFinite(value) ? plainFixed(value, DEFAULT_PRECISION) : `"${shown}"`;
  if (value instanceof Timestamp) return `timestamp("${shown}")`;
  if (value instanceof Duration) return `duration("${shown}")`;
  if (typeof value !== 'string' && !(value instanceof Uint8Array)) return shown;
  meter.work(shown.length * QUOTED_WORK);
  return typeof value === 'string' ? quotedText(shown, Infinity) : `b${quotedText(shown, Infinity)}`;
}

function shownList(items: readonly unknown[], meter: Meter): string | Fault {
  const shown: string[] = [];
  for (const item of items) {
    const part = shownPart(item, meter);
    if (part instanceof Fault) return part;
    shown.push(part);
  }
  return `[${shown.join(', ')}]`;
}

const isMapKey = (key: unknown): boolean =>
  typeof key === 'string' || typeof key === 'boolean' || typeof key === 'bigint' || key instanceof Uint;

function shownMap(map: MapLike, meter: Meter): string | Fault {
  const shown: (readonly [key: string, value: string])[] = [];
  for (const key of map.keys()) {
    const name = isMapKey(key)
      ? shownPart(key, meter)
      : problem(`no formatting function for map key of type ${typeName(key)}`);
    if (name instanceof Fault) return name;
    const value = shownPart(map.get(key), meter);
    if (value instanceof Fault) return value;
    shown.push([name, value]);
  }
  shown.sort(([left], [right]) => (left < right ? -1 : 1));
  return `{${shown.map(([name, value]) => `${name}:${value}`).join(', ')}}`;
}
