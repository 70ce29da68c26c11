import { seededRandom } from '@orch/apimachinery';
import { jsonFieldsOf } from '../definition/decorators.js';
import type { FieldType, ScalarType, StructClass } from '../definition/field-type.js';

/** Edge-case values. */
const SCALARS: Readonly<Record<ScalarType, readonly unknown[]>> = {
  string: ['', 'a', 'A b', '../a', '/a', '10.0.0.1', 'example.com/a', 'cpu', 'x'.repeat(300)],
  bool: [true, false],
  int32: [-1, 0, 1, 70_000],
  int64: [-1, 0, 1, 2 ** 40],
  double: [-0.5, 0, 1.5],
  bytes: ['', 'YQ=='],
  quantity: ['-1', '0', '1500m', '1Gi'],
  time: ['2024-01-01T00:00:00Z'],
  microTime: ['2024-01-01T00:00:00.000001Z'],
  duration: ['0s', '1m'],
  intOrString: [0, 80, 'http', '50%'],
  raw: [{}, { a: 1 }],
  fieldsV1: [{}],
};

/**
 * An object with all fields at every level, except about every fifth member, which `seed` omits. Equal
 * seeds make equal objects. Omits recursive structs.
 */
export function variedObject(type: StructClass, seed: number): object {
  const random = seededRandom(seed);
  const next = (bound: number): number => Math.floor(random() * bound);
  const pick = (values: readonly unknown[]): unknown => values[next(values.length)];
  const struct = (of: StructClass, inside: readonly StructClass[]): object => {
    const kept = jsonFieldsOf(of).filter(() => next(5) !== 0);
    const members = kept.map((field) => [field.name, value(field.type, [...inside, of])]);
    return Object.fromEntries(members.filter(([, member]) => member !== undefined)) as object;
  };
  const value = (of: FieldType, inside: readonly StructClass[]): unknown => {
    if (typeof of === 'string') return pick(SCALARS[of]);
    if (typeof of === 'function') return inside.includes(of()) ? undefined : struct(of(), inside);
    if ('enum' in of) return pick([...of.enum, 'Foo']);
    if ('map' in of)
      return Object.fromEntries(['a', 'cpu', 'A b'].slice(next(3)).map((key) => [key, value(of.map, inside)]));
    return Array.from({ length: 1 + next(2) }, () => value(of.list, inside)).filter((item) => item !== undefined);
  };
  return struct(type, []);
}
