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
import { formatDouble } from './conversions.js';
import { formatDuration, formatTimestamp } from './times.js';

/** A clause of a format string: `%s`, `%.3f`. */
export interface Clause {
  readonly verb: string;
  readonly precision: number;
}

const DEFAULT_PRECISION = 6;
const MAX_PRECISION = 100;
const VERBS: ReadonlySet<string> = new Set(['s', 'd', 'f', 'e', 'b', 'x', 'X', 'o']);

/** Splits a format string into texts and clauses. */
export function parseFormat(text: string): readonly (string | Clause)[] | Fault {
  const parts: (string | Clause)[] = [];
  let last = 0;
  for (let at = text.indexOf('%'); at >= 0; at = text.indexOf('%', last)) {
    parts.push(text.slice(last, at));
    if (text[at + 1] === '%') {
      parts.push('%');
      last = at + 2;
      continue;
    }
    const [whole = '%', digits, verb] = /^%(?:\.(\d{0,4}))?(.?)/su.exec(text.slice(at, at + 8)) ?? [];
    if (!verb) return new Fault('unexpected end of string');
    if (!VERBS.has(verb))
      return new Fault(`could not parse formatting clause: unrecognized formatting clause "${verb}"`);
    if (Number(digits ?? 0) > MAX_PRECISION) return new Fault('precision specifier is too large');
    parts.push({ verb, precision: digits === undefined ? DEFAULT_PRECISION : Number(digits) });
    last = at + whole.length;
  }
  parts.push(text.slice(last));
  return parts;
}

const EXPECTED: Readonly<Record<string, string>> = {
  s: 'strings, bools, integers, doubles, lists, maps, bytes, timestamps, durations, types and null',
  d: 'integers',
  f: 'doubles',
  e: 'doubles',
  b: 'integers and bools',
  x: 'integers, byte buffers, and strings',
  X: 'integers, byte buffers, and strings',
  o: 'integers',
};
const NAMES: Readonly<Record<string, string>> = {
  s: 'string',
  d: 'decimal',
  f: 'fixed-point',
  e: 'scientific',
  b: 'binary',
  x: 'hex',
  X: 'hex',
  o: 'octal',
};

/** Problem of a clause that does not accept values of a type. */
export function clauseProblem(verb: string, type: string): string {
  const start =
    verb === 's'
      ? 'error during formatting: string clause'
      : `error during formatting: ${verb === 'd' ? 'decimal' : NAMES[verb]} clause`;
  return `${start} can only be used on ${EXPECTED[verb]}, was given ${type}`;
}

/** Work of a clause, whatever its value. */
const CLAUSE_WORK = 30;
/** Work of a double with a precision, and of each of its digits. */
const DOUBLE_WORK = 300;
const DIGIT_WORK = 4;

/** `text.format(values)`. */
export function formatString(text: string, values: readonly unknown[], meter: Meter): string | Fault {
  const parts = parseFormat(text);
  if (parts instanceof Fault) return parts;
  let result = '';
  let next = 0;
  for (const part of parts) {
    if (typeof part === 'string') {
      result += part;
      continue;
    }
    if (next >= values.length) return new Fault(`index ${next} out of range`);
    const value = values[next++];
    const formatted = formatClause(part, value, meter);
    if (formatted === undefined) return new Fault(clauseProblem(part.verb, typeName(value)));
    meter.work(CLAUSE_WORK + formatted.length);
    result += formatted;
  }
  return result;
}

function formatClause({ verb, precision }: Clause, value: unknown, meter: Meter): string | undefined {
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

/** `1,234.50`. Not by a formatter of the platform, whose making costs more than a thousand of these. */
function fixed(value: number, precision: number): string {
  const isLarge = Math.abs(value) >= FIXED_LIMIT;
  const text = isLarge
    ? `${BigInt(value)}${precision > 0 ? `.${'0'.repeat(precision)}` : ''}`
    : value.toFixed(precision);
  const sign = text.startsWith('-') || Object.is(value, -0) ? '-' : '';
  const [whole = '', fraction] = text.replace('-', '').split('.');
  const groups: string[] = [];
  for (let end = whole.length; end > 0; end -= GROUP) groups.unshift(whole.slice(Math.max(0, end - GROUP), end));
  return `${sign}${groups.join(',')}${fraction === undefined ? '' : `.${fraction}`}`;
}

const superscript = (digit: string): string => (digit === '-' ? '⁻' : ('⁰¹²³⁴⁵⁶⁷⁸⁹'[Number(digit)] ?? digit));

/** Work of showing a number, or an empty list or map. */
const VALUE_WORK = 100;
/** Work of showing a time. */
const SHOWN_TIME_WORK = 300;

/** A value as `%s` shows it. */
function shownValue(value: unknown, meter: Meter): string | undefined {
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
    return Buffer.from(value).toString('utf8');
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

/** A value in a list or map: strings and bytes are quoted. */
function shownPart(value: unknown, meter: Meter): string | undefined {
  const shown = shownValue(value, meter);
  if (typeof value === 'number' && Number.isFinite(value)) return value.toFixed(DEFAULT_PRECISION);
  if (value instanceof TypeValue) return `type(${value.name})`;
  if (value instanceof Timestamp) return `timestamp("${shown}")`;
  if (value instanceof Duration) return `duration("${shown}")`;
  if (shown === undefined || (typeof value !== 'string' && !(value instanceof Uint8Array))) return shown;
  meter.work(shown.length);
  return typeof value === 'string' ? JSON.stringify(shown) : `b${JSON.stringify(shown)}`;
}

function shownList(items: readonly unknown[], meter: Meter): string | undefined {
  const shown = items.map((item) => shownPart(item, meter));
  return shown.includes(undefined) ? undefined : `[${shown.join(', ')}]`;
}

function shownMap(map: MapLike, meter: Meter): string | undefined {
  const shown: string[] = [];
  for (const key of map.keys()) {
    const name = shownPart(key, meter);
    const value = shownPart(map.get(key), meter);
    if (name === undefined || value === undefined) return undefined;
    shown.push(`${name}:${value}`);
  }
  return `{${shown.sort().join(', ')}}`;
}
