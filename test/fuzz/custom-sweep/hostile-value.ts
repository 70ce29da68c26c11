import type { JsonSchema } from '@orch/structural-schema';

/** What is wrong with every leaf of a value. */
export const FAULTS = ['none', 'type', 'null', 'duplicate', 'missing', 'unknown', 'value', 'number', 'empty', 'quotes'] as const; // prettier-ignore
export type Fault = (typeof FAULTS)[number];

/** Sizes of a hostile value. */
export interface Shape {
  readonly name: string;
  /** Length of the first key, or name of a keyed item, on the way to the leaves. */
  readonly key: number;
  /** Leaves. */
  readonly width: number;
  /** Length of each text. */
  readonly text: number;
  /** Keys are texts of that length as well, in descending order: all begin alike. */
  readonly descends?: true;
}

/** What a value is made of, in addition to its schema. */
export interface ValueOptions {
  readonly shape: Shape;
  readonly fault: Fault;
  /** Part of all keys, so that two values have different ones. */
  readonly salt?: string;
}

const NUMBERS = [1e300, -0, Number.MAX_SAFE_INTEGER, -1, 1.5, 5e-324, 1e21, 65_536, 0.1, 1e19];
const HIGHEST = 99_999;
const TAKEN_APART = ['items', 'properties', 'additionalProperties'] as const;

const padded = (length: number, end: number | string, filler = 'a'): string =>
  filler.repeat(Math.max(0, length - String(end).length)) + String(end);
const isCompound = (schema: JsonSchema): boolean => TAKEN_APART.some((name) => schema[name] !== undefined);
const isFree = (schema: JsonSchema): boolean =>
  schema['x-kubernetes-embedded-resource'] === true || schema['x-kubernetes-preserve-unknown-fields'] === true;

/** Whether a value has a list or a map below it. */
function hasManyBelow(schema: JsonSchema): boolean {
  if (schema['items'] !== undefined || schema['additionalProperties'] !== undefined || isFree(schema)) return true;
  return Object.values((schema['properties'] ?? {}) as Record<string, JsonSchema>).some(hasManyBelow);
}

/** Parts of a value: those that have more do not fit into an object that the event loop writes. */
const MAX_PARTS = 20_000;

/** A value would have too many parts. */
export class TooManyParts extends Error {}

/**
 * A value of a schema: one long name above many values that all have the same fault.
 * @throws TooManyParts.
 */
export const hostileValue = (schema: JsonSchema, options: ValueOptions): unknown =>
  new HostileValue(options).of(schema, 0);

class HostileValue {
  private readonly shape: Shape;
  private readonly fault: Fault;
  private readonly salt: string;
  private hasLongName = false;
  private parts = 0;

  constructor({ shape, fault, salt = '' }: ValueOptions) {
    this.shape = shape;
    this.fault = fault;
    this.salt = salt;
  }

  /** @param i place among its siblings. */
  of(schema: JsonSchema, i: number): unknown {
    if (++this.parts > MAX_PARTS) throw new TooManyParts();
    if (schema['x-kubernetes-embedded-resource'] === true) return this.embedded(schema, i);
    if (schema['properties'] !== undefined) return this.struct(schema, i);
    const others = schema['additionalProperties'] as JsonSchema | undefined;
    if (others !== undefined) return this.map(others);
    const items = schema['items'] as JsonSchema | undefined;
    if (items !== undefined) return this.list(items);
    const isScalar = schema['type'] !== 'object' && (schema['type'] !== undefined || !isFree(schema));
    return isScalar ? this.scalar(schema, i) : this.free();
  }

  private longName(): string {
    this.hasLongName = true;
    const { key } = this.shape;
    return this.fault === 'quotes' ? padded(key / 3, `x${this.salt}`, '"') : padded(key, `x${this.salt}`, 'k');
  }

  private countOf(below: JsonSchema): number {
    const { width } = this.shape;
    if (isFree(below)) return Math.ceil(Math.sqrt(width) / 3);
    return hasManyBelow(below) ? 1 : width;
  }

  /** Members of an object that has fields of its own choice. */
  private get freeCount(): number {
    const { width } = this.shape;
    return this.hasLongName || width < 100 ? width : Math.ceil(Math.sqrt(width) * 3);
  }

  private place(i: number): number {
    return this.shape.descends ? HIGHEST - i : i;
  }

  private map(others: JsonSchema): object {
    const count = this.countOf(others);
    const keyOf = (i: number): string => {
      if (this.shape.descends) return padded(this.shape.text, this.place(i)) + this.salt;
      return this.hasLongName ? `k${this.salt}${i}` : this.longName();
    };
    return Object.fromEntries(Array.from({ length: count }, (_, i) => [keyOf(i), this.of(others, i)]));
  }

  private list(items: JsonSchema): unknown[] {
    const place = (i: number): number => (this.fault === 'duplicate' ? 0 : this.place(i));
    return Array.from({ length: this.countOf(items) }, (_, i) => this.of(items, place(i)));
  }

  private struct(schema: JsonSchema, i: number): object {
    if (this.fault === 'empty') return {};
    const properties = (schema['properties'] ?? {}) as Record<string, JsonSchema>;
    const required = (schema['required'] ?? []) as readonly string[];
    const isParent = Object.values(properties).some(hasManyBelow);
    const out: Record<string, unknown> = {};
    for (const [name, property] of Object.entries(properties)) {
      if (this.fault === 'missing' && required.includes(name) && name !== 'name') continue;
      if (!isParent || isCompound(property) || property['type'] !== 'string') out[name] = this.of(property, i);
      else out[name] = !this.hasLongName && required.includes(name) ? this.longName() : `s${i}`;
    }
    if (this.fault === 'unknown') out[`unknown${i % 7}`] = 'u';
    return out;
  }

  private free(): object {
    const { shape, fault, salt } = this;
    const keyOf = (i: number): string => (shape.descends ? padded(shape.text, this.place(i)) + salt : `f${salt}${i}`);
    const valueOf = (i: number): unknown => {
      if (fault === 'null') return null;
      return fault === 'number' ? NUMBERS[i % NUMBERS.length] : padded(shape.text, i);
    };
    const members = Array.from({ length: this.freeCount }, (_, i) => [keyOf(i), valueOf(i)] as const);
    return { apiVersion: 'v1', kind: 'Any', metadata: { name: 'x' }, ...Object.fromEntries(members) };
  }

  private embedded(schema: JsonSchema, i: number): object {
    const listed = (make: (j: number) => unknown): unknown[] =>
      Array.from({ length: this.freeCount }, (_, j) => make(j));
    const mapped = (key: (j: number) => string, value: (j: number) => unknown): object =>
      Object.fromEntries(listed((j) => [key(j), value(j)]) as [string, unknown][]);
    const inner = schema['properties'] === undefined ? {} : this.struct(schema, i);
    const head = { apiVersion: 'v1', kind: 'X' };
    const label = (j: number): string => `l${j}`;
    switch (this.fault) {
      case 'type':
        return { apiVersion: 3, kind: 4, metadata: { name: 'x', labels: mapped(label, (j) => j) }, ...inner };
      case 'value': {
        const labels = mapped((j) => `bad key ${j}`, () => 'not a label!'); // prettier-ignore
        const annotations = mapped((j) => `bad/${j}/x`, () => 'x'); // prettier-ignore
        return { apiVersion: 'a/b/c', kind: 'x y', metadata: { name: 'a/b', labels, annotations }, ...inner };
      }
      case 'duplicate': {
        const ownerReferences = listed(() => ({ apiVersion: '', kind: '', name: '', uid: '' }));
        return { ...head, metadata: { name: 'x', finalizers: listed(() => 'a/b'), ownerReferences }, ...inner };
      }
      case 'unknown':
        return { ...head, metadata: { name: 'x', ...mapped((j) => `u${j}`, () => 1) }, ...inner }; // prettier-ignore
      case 'missing':
        return { metadata: {}, ...inner };
      case 'quotes':
        return {
          ...head,
          kind: '<&>'.repeat(1_000),
          metadata: { name: 'x', finalizers: listed((j) => `"bad ${j}`) },
          ...inner,
        };
      case 'null':
        return { ...head, metadata: { name: 'x', labels: mapped(label, () => null) }, ...inner };
      default: {
        const entry = { operation: 'Update', apiVersion: 'v1', fieldsType: 'FieldsV1', fieldsV1: { 'f:a': {} } };
        const managedFields = listed((j) => ({ manager: `m${j}`, ...entry }));
        return { ...head, metadata: { name: 'x', managedFields }, ...inner };
      }
    }
  }

  private scalar(schema: JsonSchema, i: number): unknown {
    const length = this.shape.text;
    const type = schema['type'];
    const isText = type === 'string' || type === undefined;
    switch (this.fault) {
      case 'type':
        return type === 'string' ? i : padded(length, i);
      case 'null':
        return null;
      case 'number':
        return isText ? padded(length, i, '9') : NUMBERS[i % NUMBERS.length];
      case 'value':
        return isText ? `${padded(length, i)}!` : -i - 0.001;
      case 'quotes':
        return padded(length / 3, i, '"<\u2028');
      default:
        return validScalar(schema, i, length);
    }
  }
}

function validScalar(schema: JsonSchema, i: number, length: number): unknown {
  switch (schema['type']) {
    case 'integer':
      return (i % 60_000) + 1;
    case 'number':
      return 1 + (i % 100) / 4;
    case 'boolean':
      return i % 2 === 0;
    default:
      return validText(schema, i, Math.min(length, Number(schema['maxLength'] ?? length)));
  }
}

function validText(schema: JsonSchema, i: number, length: number): string {
  const known = schema['enum'] as readonly string[] | undefined;
  if (known) return known[i % known.length]!;
  switch (schema['format']) {
    case 'date-time':
      return `2026-01-01T00:00:${String(i % 60).padStart(2, '0')}Z`;
    case 'email':
      return `${padded(length, i)}@example.com`;
    case 'uri':
      return `https://example.com/${padded(length, i)}`;
    case 'ipv6':
      return `fd00::${(i % 65_536).toString(16)}`;
    case 'cidr':
      return `10.0.${i % 256}.0/24`;
    case 'byte':
      return Buffer.from(padded(length, i)).toString('base64');
    case 'uuid':
      return `00000000-0000-4000-8000-${String(i).padStart(12, '0')}`;
    case 'duration':
      return `${i}s`;
    default:
      return padded(length, i);
  }
}
