import { jsonFieldsOf, structOf, type FieldFacts } from '../../../libs/api/src/definition/decorators.js';
import type { FieldType, ScalarType, StructClass } from '../../../libs/api/src/definition/field-type.js';
import { ITEM, KEY, type Place } from './places.js';

const SCALARS: Readonly<Record<ScalarType, unknown>> = {
  string: 'a',
  bool: true,
  int32: 1,
  int64: 1,
  double: 1,
  bytes: 'AQI=',
  quantity: '1',
  time: '2024-05-06T07:08:09Z',
  microTime: '2024-05-06T07:08:09.000123Z',
  duration: '1s',
  intOrString: 1,
  raw: { a: 1 },
  fieldsV1: { 'f:a': {} },
};

/** How many members of an item are set: those that are required, or all down to that depth. */
export type Fullness = 'minimal' | 'whole';
const FULL_DEPTH = 2;

/** A value of a type. */
export function sample(
  type: FieldType,
  fullness: Fullness = 'minimal',
  depth = 0,
  outer: readonly string[] = [],
): unknown {
  if (typeof type === 'string') return SCALARS[type];
  if (typeof type === 'function') {
    const { name, options } = structOf(type());
    if (options.jsonForm === 'any') return SCALARS.raw;
    if (options.jsonForm) return sample(options.jsonForm[0]!.type, fullness, depth, outer);
    if (outer.includes(name)) return undefined;
    const isSet = ({ options: field }: FieldFacts): boolean => (fullness === 'whole' && depth < FULL_DEPTH) || field.required === true; // prettier-ignore
    const members = jsonFieldsOf(type()).filter(isSet);
    return Object.fromEntries(members.map((field) => [field.name, sample(field.type, fullness, depth + 1, [...outer, name])])); // prettier-ignore
  }
  if ('enum' in type) return type.enum.find((value) => value !== '') ?? 'a';
  const inner = sample('list' in type ? type.list : type.map, fullness, depth, outer);
  if (inner === undefined) return undefined;
  return 'list' in type ? [inner] : { a: inner };
}

const IDENTITIES = ['name', 'key', 'uid', 'ip', 'type', 'path', 'mountPath', 'devicePath', 'containerPath', 'topologyKey', 'containerPort', 'port', 'claimName', 'kind', 'resource', 'address']; // prettier-ignore

/** An item of a list that is not equal to those of other numbers. */
export function numbered(type: FieldType, i: number, fullness: Fullness): unknown {
  if (typeof type === 'string') return numberedScalar(type, i);
  if (typeof type === 'function') {
    const made = sample(type, fullness) as Record<string, unknown>;
    if (typeof made !== 'object' || made === null || structOf(type()).options.jsonForm) return made;
    const fields = jsonFieldsOf(type());
    const known = fields.filter(({ name }) => IDENTITIES.includes(name) || name in made);
    for (const { name, type: inner } of known.length > 0 ? known : fields.slice(0, 1)) {
      if (typeof inner === 'string') made[name] = numberedScalar(inner, i);
      else if (known.length === 0) made[name] = numbered(inner, i, fullness);
    }
    return made;
  }
  if ('enum' in type) return `E${i}`;
  if ('list' in type) return [numbered(type.list, i, fullness)];
  return { [`k${i}`]: sample(type.map, fullness) };
}

function numberedScalar(type: ScalarType, i: number): unknown {
  switch (type) {
    case 'string':
      return `n${i}`;
    case 'bytes':
      return Buffer.from(`${i}`).toString('base64');
    case 'int32':
    case 'int64':
    case 'double':
    case 'intOrString':
      return i + 1;
    case 'quantity':
      return `${i + 1}`;
    case 'duration':
      return `${i}s`;
    default:
      return SCALARS[type];
  }
}

type Members = Record<string, unknown>;

/**
 * A copy of an object with a value at a place. What is missing on the way is made with its required members.
 * @param key of maps on the way.
 */
export function withValue(object: object, { steps }: Place, value: unknown, key = 'k'): object {
  const put = (at: unknown, depth: number): unknown => {
    if (depth === steps.length) return value;
    const { at: step } = steps[depth]!;
    const missing = (): unknown => (depth + 1 < steps.length && needsSample(steps[depth + 1]!.at) ? sample(steps[depth]!.type) : undefined); // prettier-ignore
    if (step === ITEM) {
      const list = Array.isArray(at) ? (at as unknown[]) : [];
      return [put(list[0] ?? missing(), depth + 1), ...list.slice(1)];
    }
    const members = typeof at === 'object' && at !== null ? (at as Members) : {};
    if (step === KEY) {
      const first = Object.keys(members)[0];
      if (first !== undefined && (key === 'k' || first === key))
        return { ...members, [first]: put(members[first] ?? missing(), depth + 1) };
      return { [key]: put(missing(), depth + 1) };
    }
    return { ...members, [step]: put(members[step] ?? missing(), depth + 1) };
  };
  return put(object, 0) as object;
}

const needsSample = (step: string): boolean => step !== ITEM && step !== KEY;

/** Whether a client can write a text of any length there. */
export const isText = (type: FieldType): boolean =>
  (typeof type === 'object' && 'enum' in type) ||
  ['string', 'bytes', 'quantity', 'intOrString', 'duration', 'time', 'microTime'].includes(type as string);

export const isMany = (type: FieldType): type is { readonly list: FieldType } | { readonly map: FieldType } =>
  typeof type === 'object' && ('list' in type || 'map' in type);

/** Of the items of a list, or of the values of a map. */
export const innerOf = (type: FieldType): FieldType => {
  if (!isMany(type)) return type;
  return 'list' in type ? type.list : type.map;
};

/** The struct whose values are objects. */
export const structType = (type: FieldType): StructClass | undefined =>
  typeof type === 'function' ? type() : undefined;
