import { jsonEqual, ownValue } from '../patch/json-value.js';
import { isPlainObject } from '../schema/plain-object.js';
import type { CompiledSchema } from '../schema/structural-schema.js';
import type { FieldSet } from './field-set.js';

/** What two objects must have in common to own the same fields; values of fields do not matter. */
type Shape =
  /** Some scalar. */
  | typeof ANY_SCALAR
  /** This very value. */
  | { readonly is: unknown }
  | { readonly names: readonly string[]; readonly below: readonly Shape[] };

const ANY_SCALAR = Symbol('any scalar');
/** Larger objects are not remembered: they would be held for as long as nothing else is created. Unit: fields and items. */
const MAX_SIZE = 512;
/** After so many creates of ever other shapes, looking costs more than it spares: then some are let pass. */
const MISSES = 8;
const PASSES = 64;
/** So many are looked at then: one is remembered, the next may be like it. */
const SAMPLES = 2;

// HOT PATH (bench: create): most objects of a kind that come one after the other are written by one program, with the same fields.
/**
 * The fields that the creator of an object owns, remembered for the next object of the kind that has the same ones. Which they are
 * depends on names, on what is empty, on all of a list, and on scalars that stand in the empty object too.
 */
export class CreatedFields {
  private last: { readonly shape: Shape; readonly fields: FieldSet } | undefined;
  private misses = 0;
  private passes = 0;

  constructor(private readonly schema: Pick<CompiledSchema, 'empty'>) {}

  /** The object of the kind with nothing in it, to which created ones are compared. */
  get empty(): unknown {
    return this.schema.empty;
  }

  /** @param compute tells them from scratch. */
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

  /** @param before what stands in its place in the empty object. Returns undefined for a value that is too large. */
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
