import fc from 'fast-check';
import { formatDuration, formatMicroTime, formatTime } from '@orch/apimachinery';
import { structOf, type FieldFacts } from '../definition/decorators.js';
import type { FieldType, ScalarType, StructClass } from '../definition/field-type.js';

/** Below this depth only required members are generated. */
const FULL_DEPTH = 4;

const text = fc
  .oneof(fc.string({ maxLength: 12 }), fc.string({ unit: 'binary', maxLength: 80 }))
  .map((value) => Buffer.from(value).toString());
const int32 = fc.integer();
const int64 = fc.maxSafeInteger();
const years = { min: new Date('0002-01-01T00:00:00Z'), max: new Date('9999-12-31T23:59:59Z'), noInvalidDate: true };
const plainJson = fc.jsonValue().map((value) => JSON.parse(JSON.stringify(value)) as unknown);

const SCALARS: Readonly<Record<ScalarType, fc.Arbitrary<unknown>>> = {
  string: text,
  bool: fc.boolean(),
  int32,
  int64,
  double: fc.double({ noNaN: true, noDefaultInfinity: true }),
  bytes: fc.uint8Array({ maxLength: 40 }).map((bytes) => Buffer.from(bytes).toString('base64')),
  quantity: fc.constantFrom('0', '1', '500m', '1Gi', '12k', '-3'),
  time: fc.date(years).map((date) => formatTime(date.getTime())),
  microTime: fc
    .tuple(fc.date(years), fc.integer({ min: 0, max: 999 }))
    .map(([date, micros]) => formatMicroTime({ ms: date.getTime(), micros })),
  duration: fc.integer({ min: -1e9, max: 1e9 }).map(formatDuration),
  intOrString: fc.oneof(int32, text),
  raw: plainJson.filter((value) => value !== null),
  fieldsV1: fc.dictionary(fc.string(), plainJson),
};

/**
 * Objects as a typed client sends them, which therefore round-trip on the wire: embedded structs are always present, zero values of
 * optional fields and all empty lists are omitted.
 */
export function structArbitrary(type: StructClass, depth = 0): fc.Arbitrary<Record<string, unknown>> {
  const { fields, options } = structOf(type);
  const own = fc
    .tuple(...fields.map((field) => memberArbitrary(field, depth).map((value) => [field.name, value] as const)))
    .map((members) => Object.fromEntries(members.filter(([, value]) => value !== undefined)));
  const inlined = (options.inline ?? []).map((part) => structArbitrary(part.type(), depth));
  return fc.tuple(own, ...inlined).map((parts) => Object.assign({}, ...parts) as Record<string, unknown>);
}

function memberArbitrary({ number, type, options }: FieldFacts, depth: number): fc.Arbitrary<unknown> {
  if (number === undefined || options.last !== undefined) return fc.constant(undefined);
  if (typeof type === 'object' && ('list' in type || 'map' in type)) return collectionArbitrary(type, depth);
  // Structs may be recursive.
  if (options.pointer && depth >= FULL_DEPTH) return fc.constant(undefined);
  const value = valueArbitrary(type, depth + 1);
  if (options.pointer) return rarely(value);
  if (isScalar(type)) return options.required ? value : fc.option(value.filter(isSaid), { nil: undefined });
  return type === 'bytes' || type === 'time' || type === 'microTime' || type === 'raw' ? rarely(value) : value;
}

function collectionArbitrary(type: FieldType, depth: number): fc.Arbitrary<unknown> {
  if (depth >= FULL_DEPTH) return fc.constant(undefined);
  return rarely(valueArbitrary(type, depth + 1).filter((value) => Object.keys(value as object).length > 0));
}

function valueArbitrary(type: FieldType, depth: number): fc.Arbitrary<unknown> {
  if (typeof type === 'string') return SCALARS[type];
  if (typeof type === 'function') return formArbitrary(type(), depth) ?? structArbitrary(type(), depth);
  if ('enum' in type) return fc.oneof(fc.constantFrom(...type.enum), text);
  if ('list' in type) return fc.array(valueArbitrary(type.list, depth), { maxLength: 3 });
  return fc.dictionary(fc.oneof(text, fc.constant('__proto__')), valueArbitrary(type.map, depth), {
    maxKeys: 3,
    noNullPrototype: true,
  });
}

/** A value of a struct that is not an object. An empty list of alternatives has no form on the wire. */
function formArbitrary(type: StructClass, depth: number): fc.Arbitrary<unknown> | undefined {
  const { jsonForm } = structOf(type).options;
  if (jsonForm === undefined) return undefined;
  if (jsonForm === 'any') return SCALARS.raw;
  return fc
    .oneof({ withCrossShrink: true }, ...jsonForm.map((one) => valueArbitrary(one.type, depth + 1)))
    .filter((value) => !Array.isArray(value) || value.length > 0);
}

const rarely = (value: fc.Arbitrary<unknown>): fc.Arbitrary<unknown> => fc.option(value, { nil: undefined, freq: 1 });

const isSaid = (value: unknown): boolean => value !== '' && value !== 0 && value !== false;

const isScalar = (type: FieldType): boolean =>
  (typeof type === 'object' && 'enum' in type) ||
  ['string', 'bool', 'int32', 'int64', 'double'].includes(type as string);
