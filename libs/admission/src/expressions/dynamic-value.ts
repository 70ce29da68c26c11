import { celValues, type CelValue } from '@orch/expressions';

const { LazyMap } = celValues;

type Fields = Readonly<Record<string, unknown>>;

/** Converts JSON of no known type for expressions: whole numbers become integers. Parts of objects are converted when they are read. */
export function dynamicValue(json: unknown): CelValue {
  if (json === undefined || json === null) return null;
  if (typeof json === 'number') return Number.isInteger(json) ? BigInt(json) : json;
  if (Array.isArray(json)) return json.map(dynamicValue);
  if (typeof json === 'object') return new LazyMap(json as Fields, member, Object.keys);
  return json as CelValue;
}

function member(key: string, source: Fields): CelValue | undefined {
  const value = Object.hasOwn(source, key) ? source[key] : undefined;
  return value === undefined ? undefined : dynamicValue(value);
}
