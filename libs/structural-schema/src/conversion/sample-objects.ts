import { setOwn, type PlainObject } from '@orch/apimachinery';
import {
  asSchema,
  defaultOf,
  extension,
  isSet,
  numberOf,
  schemasIn,
  textOf,
  textsOf,
  type JsonSchema,
} from '../schema/json-schema.js';
import { EACH, type Step } from './version-path.js';
import { compiledPattern, patternSize } from '../values/compiled-pattern.js';

/** Values of one sample, at most: then it has no more items, required or not. */
const MAX_VALUES = 4_000;
const MAX_DEPTH = 24;
const RANDOM_SAMPLES = 6;
/** Instructions of patterns that are compiled: of a field that rules are about, and of another one. */
const CONCERNED_PATTERN = 20_000;
const OTHER_PATTERN = 500;
/** How often an optional field is in a random sample: one that rules are about, and another one. */
const CONCERNED = 0.7;
const OTHER = 0.15;

export interface SampleOptions {
  readonly apiVersion: string;
  readonly kind: string;
  /** Whether a field is, or is in, or holds one that rules are about. */
  readonly isConcerned: (path: readonly Step[]) => boolean;
  /** Values of all samples, at most. Unit: values of JSON. */
  readonly budget: number;
  /** Instructions of all patterns that may be compiled. Reduced by those that are. */
  readonly patterns: { left: number };
}

/**
 * Objects that fit a schema as far as types, bounds, enums, formats and examples say: one with required fields only, two with all fields, and random ones.
 * The same for the same schema. Patterns are met by an `example`, a `default`, or by luck.
 */
export function* sampleObjects(schema: JsonSchema, options: SampleOptions): Generator<PlainObject> {
  let left = options.budget;
  const choices = [
    'required',
    'all',
    'all',
    ...Array.from({ length: RANDOM_SAMPLES }, () => 'random' as const),
  ] as const;
  for (const [seed, choice] of choices.entries()) {
    if (left <= 0) return;
    const maker = new SampleMaker(options, choice, seed, Math.min(MAX_VALUES, left));
    const body = maker.object(schema, []);
    left -= maker.made;
    yield { ...body, apiVersion: options.apiVersion, kind: options.kind, metadata: { name: 'sample' } };
  }
}

class SampleMaker {
  made = 0;
  private state: number;

  constructor(
    private readonly options: SampleOptions,
    private readonly choice: 'required' | 'all' | 'random',
    private readonly seed: number,
    private readonly limit: number,
  ) {
    this.state = seed * 2_654_435_761 + 1;
  }

  /** A number from 0 to below 1. */
  private random(): number {
    this.state = (Math.imul(this.state, 1_664_525) + 1_013_904_223) >>> 0;
    return this.state / 2 ** 32;
  }

  private oneOf<T>(values: readonly T[]): T {
    // Samples with all fields walk through the choices, so that the first ones are met.
    const at = this.choice === 'random' ? Math.floor(this.random() * values.length) : this.seed % values.length;
    return values[at]!;
  }

  object(schema: JsonSchema, path: readonly Step[]): PlainObject {
    const out: PlainObject = {};
    const required = new Set(textsOf(schema['required']));
    const fields = schemasIn(schema, 'properties');
    for (const name of Object.keys(fields)) {
      if (path.length === 0 && (name === 'apiVersion' || name === 'kind' || name === 'metadata')) continue;
      const at = [...path, name];
      if (!required.has(name) && !this.includes(at)) continue;
      const value = this.value(fields[name]!, at);
      if (value !== undefined) setOwn(out, name, value);
    }
    const values = asSchema(schema['additionalProperties']);
    if (values && this.includes(path)) {
      const count = Math.min(
        numberOf(schema, 'maxProperties') ?? 2,
        this.choice === 'random' ? 1 + (this.seed % 2) : 2,
      );
      for (let at = 0; at < count; at++) setOwn(out, `key-${at + 1}`, this.value(values, [...path, EACH]));
    }
    if (extension(schema, 'preserve-unknown-fields') === true && Object.keys(fields).length === 0 && path.length > 0)
      setOwn(out, 'any', this.text());
    return out;
  }

  private includes(path: readonly Step[]): boolean {
    if (this.made >= this.limit || path.length > MAX_DEPTH) return false;
    if (this.choice !== 'random') return this.choice === 'all';
    return this.random() < (this.options.isConcerned(path) ? CONCERNED : OTHER);
  }

  private value(schema: JsonSchema, path: readonly Step[]): unknown {
    this.made++;
    if (this.choice === 'random' && isSet(schema, 'nullable') && this.random() < 0.2) return null;
    const values = schema['enum'];
    if (Array.isArray(values) && values.length > 0) return this.oneOf(values);
    if (extension(schema, 'int-or-string') === true) return this.oneOf([this.made, `${this.made}%`]);
    const given = [schema['example'], defaultOf(schema)].filter((value) => value !== undefined && value !== null);
    const type = textOf(schema, 'type');
    if (given.length > 0 && type !== 'object' && type !== 'array') {
      const isFree = type === 'boolean' || (textOf(schema, 'pattern') === '' && textOf(schema, 'format') === '');
      if (!isFree || this.random() < 0.5) return this.oneOf(given);
    }
    switch (type) {
      case 'object':
        return extension(schema, 'embedded-resource') === true
          ? { apiVersion: 'v1', kind: 'Sample', metadata: { name: 'sample' }, ...this.object(schema, path) }
          : this.object(schema, path);
      case 'array':
        return this.list(schema, path);
      case 'string':
        return this.string(schema, path);
      case 'integer':
        return this.number(schema, 1);
      case 'number':
        return this.number(schema, 0.5);
      case 'boolean':
        return this.oneOf([true, false]);
      default:
        return this.text();
    }
  }

  private list(schema: JsonSchema, path: readonly Step[]): unknown[] {
    const items = asSchema(schema['items']);
    const least = Math.min(numberOf(schema, 'minItems') ?? 0, 16);
    const most = Math.min(numberOf(schema, 'maxItems') ?? 3, Math.max(3, least));
    const wanted = this.choice === 'required' ? least : this.oneOf([1, 2, 3, 0]);
    const count = Math.max(least, Math.min(most, wanted));
    const list: unknown[] = [];
    const seen = new Set<string>();
    const isUnique = extension(schema, 'list-type') === 'set' || isSet(schema, 'uniqueItems');
    for (let at = 0; items && at < count && this.made < this.limit; at++) {
      const value = this.value(items, [...path, EACH]);
      const text = JSON.stringify(value);
      if (isUnique && seen.has(text)) continue;
      seen.add(text);
      list.push(value);
    }
    return list;
  }

  /** Different for each value, so that values in wrong places are seen. */
  private text(): string {
    return `text-${this.seed}-${this.made}`;
  }

  private string(schema: JsonSchema, path: readonly Step[]): string {
    const pattern = textOf(schema, 'pattern');
    const example = EXAMPLES[textOf(schema, 'format')];
    const most = numberOf(schema, 'maxLength') ?? Infinity;
    const least = Math.min(numberOf(schema, 'minLength') ?? 0, 256);
    const fitting = (text: string): string => text.padEnd(least, 'x').slice(Math.max(0, text.length - most));
    if (pattern === '') return example === undefined ? fitting(this.text()) : this.oneOf(example);
    const size = patternSize(pattern);
    const { patterns, isConcerned } = this.options;
    const candidates = [...(example ?? []), this.text(), ...TEXTS(this.made)].map(fitting);
    if (size > patterns.left || size > (isConcerned(path) ? CONCERNED_PATTERN : OTHER_PATTERN)) return candidates[0]!;
    const compiled = compiledPattern(pattern, (made) => (patterns.left -= made));
    return candidates.find((text) => compiled.matches(text)) ?? candidates[0]!;
  }

  private number(schema: JsonSchema, step: number): number {
    const unit = numberOf(schema, 'multipleOf') ?? step;
    const least = numberOf(schema, 'minimum');
    const most = numberOf(schema, 'maximum');
    const candidates = [this.made, 1, 0, -1, 2, 0.5].map((value) => value * unit);
    const fits = (value: number): boolean =>
      (least === undefined || value > least || (value === least && !isSet(schema, 'exclusiveMinimum'))) &&
      (most === undefined || value < most || (value === most && !isSet(schema, 'exclusiveMaximum'))) &&
      (textOf(schema, 'type') !== 'integer' || Number.isInteger(value));
    const bounds = [least, most, least === undefined ? undefined : least + unit].filter((value) => value !== undefined);
    const fitting = [...bounds, ...candidates].filter(fits);
    return fitting.length === 0 ? (least ?? 0) : this.oneOf(fitting);
  }
}

/** Texts of formats. */
const EXAMPLES: Readonly<Record<string, readonly string[]>> = {
  'date-time': ['2024-02-29T12:30:00Z', '2001-01-01T00:00:00Z'],
  date: ['2024-02-29', '2001-01-01'],
  duration: ['90s', '1h0m0s'],
  byte: ['aGVsbG8=', ''],
  uri: ['https://example.com/a?b=c', 'urn:a:b'],
  hostname: ['a.example.com', 'b'],
  email: ['a@example.com'],
  ipv4: ['192.0.2.1', '198.51.100.7'],
  ipv6: ['2001:db8::1'],
  cidr: ['192.0.2.0/24'],
  mac: ['00:00:5e:00:53:01'],
  uuid: ['4f1c1f7e-58ac-4c1a-9d3a-0e8f3b1a2c3d'],
};

/** Texts that patterns often ask for. */
const TEXTS = (count: number): readonly string[] => [
  `a${count}`,
  `A${count}`,
  String(count),
  `a${count}.example.com`,
  `1.${count}.0`,
  `v1.${count}.0`,
  `${count}s`,
  `${count}Gi`,
  `example.com/a:${count}`,
  `https://example.com/${count}`,
  'a',
  'A',
];
