import { jsonEqual, ownValue } from '../patch/json-value.js';
import { isPlainObject } from '../schema/plain-object.js';
import type { CompiledSchema } from '../schema/structural-schema.js';
import type { FieldSet } from './field-set.js';

/** Objects with equal shapes have the same owned fields; values of fields do not matter. */
type Shape =
  /** Any scalar. */
  | typeof ANY_SCALAR
  /** Exactly this value. */
  | { readonly is: unknown }
  | { readonly names: readonly string[]; readonly below: readonly Shape[] };

const ANY_SCALAR = Symbol('any scalar');
/** Larger objects are not cached: they would stay in memory until the next create. Unit: fields and items. */
const MAX_SIZE = 512;
/** After this many misses in a row the lookup costs more than it saves: the next `PASSES` creates bypass the cache. */
const MISSES = 8;
const PASSES = 64;
/** Creates looked up after a bypass: the first fills the cache, the second may hit it. */
const SAMPLES = 2;

// HOT PATH (bench: create): consecutive creates of a kind mostly come from one client and have the same fields.
/**
 * Caches the fields that the creator of an object owns, for the next object of the kind with the same fields. They depend on names, on
 * which values are empty, on whole lists, and on scalars that the empty object has too.
 */
export class CreatedFields {
  private last: { readonly shape: Shape; readonly fields: FieldSet } | undefined;
  private misses = 0;
  private passes = 0;

  constructor(private readonly schema: Pick<CompiledSchema, 'empty'>) {}

  /** Empty object of the kind; created objects are compared to it. */
  get empty(): unknown {
    return this.schema.empty;
  }

  /** @param compute computes them on a cache miss. */
  of(object: unknown, compute: () => FieldSet): FieldSet {
    if (this.passes > 0) {
      this.passes--;
      return compute();
    }
    if (this.last !== undefined && hasShape(object, this.last.shape)) {
      this.misses = 0;
      return this.last.fields;
    }
    if (++this.misses === MISSES) {
      this.misses -= SAMPLES;
      this.passes = PASSES;
    }
    const fields = compute();
    const shape = new ShapeReader().read(object, this.empty);
    this.last = shape && { shape, fields };
    return fields;
  }
}

function hasShape(value: unknown, shape: Shape): boolean {
  if (shape === ANY_SCALAR) return isScalar(value);
  if ('is' in shape) return jsonEqual(value, shape.is);
  if (!isPlainObject(value)) return false;
  const { names, below } = shape;
  let at = 0;
  for (const name in value) {
    if (names[at] !== name || !hasShape(value[name], below[at]!)) return false;
    at++;
  }
  return at === names.length;
}

const isScalar = (value: unknown): boolean => value !== undefined && typeof value !== 'object';

class ShapeReader {
  private size = 0;

  /** @param before value at the same path of the empty object. Returns undefined for a value that is too large. */
  read(value: unknown, before: unknown): Shape | undefined {
    if (++this.size > MAX_SIZE) return undefined;
    if (isScalar(value) && !isScalar(before)) return ANY_SCALAR;
    if (!isPlainObject(value)) return this.isLarge(value) ? undefined : { is: value };
    const names = Object.keys(value);
    const below: Shape[] = [];
    for (const name of names) {
      const shape = this.read(value[name], isPlainObject(before) ? ownValue(before, name) : undefined);
      if (shape === undefined) return undefined;
      below.push(shape);
    }
    return { names, below };
  }

  private isLarge(value: unknown): boolean {
    if (typeof value === 'string') this.size += value.length >> 6;
    if (++this.size > MAX_SIZE) return true;
    return typeof value === 'object' && value !== null && Object.values(value).some((below) => this.isLarge(below));
  }
}
