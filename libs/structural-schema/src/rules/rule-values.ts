import { celValues, type CelValue } from '@orch/expressions';
import { identityText, isPlainObject } from '@orch/apimachinery';
import { asSchema, extension, isSet, textOf, textsOf, type JsonSchema } from '../schema/json-schema.js';
import { fieldsOf, isEmbedded, isIntOrString } from './declared-type.js';
import { escapedName, unescapedName } from './field-names.js';

const { Duration, Fault, LazyMap, MergingList, parseDuration, parseTimestamp } = celValues;

const invalid = (detail: string): CelValue => new Fault(`invalid data, ${detail}`);

/** Lists of an object that were converted, by their schema: rules of each list around one read it. */
type ConvertedLists = Map<JsonSchema, Map<readonly unknown[], CelValue>>;

/** Converts the values of one object for expressions. Parts of objects are converted when they are read, lists once. */
export class RuleValues {
  private readonly lists: ConvertedLists = new Map();

  of(value: unknown, schema: JsonSchema, isResource: boolean): CelValue {
    return ruleValue(value, schema, this.lists, isResource);
  }
}

function ruleValue(
  value: unknown,
  schema: JsonSchema,
  lists: ConvertedLists,
  isResource = isEmbedded(schema),
): CelValue {
  if (value === null || value === undefined)
    return isSet(schema, 'nullable') ? null : invalid('got null for schema with nullable=false');
  if (isIntOrString(schema)) {
    if (typeof value === 'string') return value;
    return integer(value) ?? invalid('expected XIntOrString value to be either a string or integer');
  }
  switch (textOf(schema, 'type')) {
    case 'object':
      return objectValue(value, schema, lists, isResource);
    case 'array':
      return listValue(value, schema, lists);
    case 'string':
      return typeof value === 'string'
        ? textValue(value, textOf(schema, 'format'))
        : invalid(`expected string, got ${typeof value}`);
    case 'number':
      return typeof value === 'number' || typeof value === 'bigint'
        ? Number(value)
        : invalid(`expected float, got ${typeof value}`);
    case 'integer':
      return integer(value) ?? invalid(`expected int, got ${typeof value === 'number' ? 'float64' : typeof value}`);
    case 'boolean':
      return typeof value === 'boolean' ? value : invalid(`expected bool, got ${typeof value}`);
    default:
      return new Fault(
        `invalid type, expected object, array, number, integer, boolean or string, got ${textOf(schema, 'type')}`,
      );
  }
}

function integer(value: unknown): bigint | undefined {
  if (typeof value === 'bigint') return value;
  return typeof value === 'number' && Number.isInteger(value) ? BigInt(value) : undefined;
}

/** Longest text of a duration or time. */
const MAX_TIME_TEXT = 64;

function textValue(text: string, format: string): CelValue {
  switch (format) {
    case 'byte':
      return new Uint8Array(Buffer.from(text, 'base64'));
    case 'duration': {
      const nanoseconds = text.length > MAX_TIME_TEXT ? undefined : durationOf(text);
      return nanoseconds === undefined
        ? new Fault(`Invalid duration ${text.slice(0, MAX_TIME_TEXT)}`)
        : new Duration(nanoseconds);
    }
    case 'date':
    case 'date-time': {
      const time = parseTimestamp(format === 'date' ? `${text}T00:00:00Z` : text.replace(' ', 'T'));
      return time ?? new Fault(`Invalid ${format} formatted string ${text.slice(0, MAX_TIME_TEXT)}`);
    }
    default:
      return text;
  }
}

const SECOND = 1_000_000_000n;
const UNITS: readonly (readonly [pattern: RegExp, nanoseconds: bigint])[] = [
  [/^n(s|anos?(econds?)?)?$/, 1n],
  [/^(us|µs|micros?(econds?)?)$/, 1_000n],
  [/^(ms|millis?(econds?)?)$/, 1_000_000n],
  [/^s(ecs?|econds?)?$/, SECOND],
  [/^m(ins?|inutes?)?$/, 60n * SECOND],
  [/^h(rs?|ours?)?$/, 3_600n * SECOND],
  [/^d(ays?)?$/, 86_400n * SECOND],
  [/^w(ks?|eeks?)?$/, 604_800n * SECOND],
];

/** Durations of Go, and a number with a word: `3 days`. */
function durationOf(text: string): bigint | undefined {
  const nanoseconds = parseDuration(text);
  if (nanoseconds !== undefined) return nanoseconds;
  const [, amount, word = ''] = /^(\d{1,12})\s*([a-zµ]+)$/.exec(text.trim().toLowerCase()) ?? [];
  const unit = UNITS.find(([pattern]) => pattern.test(word))?.[1];
  return amount === undefined || unit === undefined ? undefined : BigInt(amount) * unit;
}

function objectValue(value: unknown, schema: JsonSchema, lists: ConvertedLists, isResource: boolean): CelValue {
  if (!isPlainObject(value)) return invalid('expected a map for the provided schema with type=object');
  const fields = fieldsOf(schema, isResource);
  if (isResource || Object.keys(fields).length > 0)
    return new LazyMap(
      value,
      (name, source) => fieldValue(name, source, fields, lists),
      (source) => namesOf(source, fields),
    );
  const values = asSchema(schema['additionalProperties']);
  if (values)
    return new LazyMap(
      value,
      (key, source) => (Object.hasOwn(source, key) ? ruleValue(source[key], values, lists) : undefined),
      Object.keys,
    );
  return new LazyMap(value, () => undefined, Object.keys);
}

type Source = Readonly<Record<string, unknown>>;

/** A null is an absent field. */
function fieldValue(
  escaped: string,
  source: Source,
  fields: Readonly<Record<string, JsonSchema>>,
  lists: ConvertedLists,
): CelValue | undefined {
  const name = unescapedName(escaped);
  if (name === undefined || !Object.hasOwn(source, name) || !Object.hasOwn(fields, name)) return undefined;
  const value = source[name];
  return value === null || value === undefined ? undefined : ruleValue(value, fields[name] as JsonSchema, lists);
}

const namesOf = (source: Source, fields: Readonly<Record<string, JsonSchema>>): readonly string[] =>
  Object.keys(source)
    .filter((name) => Object.hasOwn(fields, name))
    .map((name) => escapedName(name) ?? name);

function listValue(value: unknown, schema: JsonSchema, lists: ConvertedLists): CelValue {
  if (!Array.isArray(value)) return invalid('expected an array for the provided schema with type=array');
  let known = lists.get(schema);
  if (known === undefined) lists.set(schema, (known = new Map()));
  let converted = known.get(value);
  if (converted === undefined) known.set(value, (converted = convertedList(value, schema, lists)));
  return converted;
}

function convertedList(value: readonly unknown[], schema: JsonSchema, lists: ConvertedLists): CelValue {
  const items = asSchema(schema['items']);
  if (!items) return new Fault('invalid array type, expected Items with a non-empty Schema');
  const elements = value.map((item) => ruleValue(item, items, lists));
  const listType = extension(schema, 'list-type');
  if (listType === 'set') return new MergingList(elements, (item) => identityOf(item));
  if (listType !== 'map') return elements;
  const keys = textsOf(extension(schema, 'list-map-keys')).map((name) => escapedName(name) ?? name);
  return new MergingList(elements, (item) =>
    keys.map((key) => identityOf(item instanceof LazyMap ? item.get(key) : undefined)).join(),
  );
}

const identityOf = (item: unknown): string => (typeof item === 'bigint' ? `${item}n` : identityText(item ?? null));
