import { ApiError, seededRandom, type Random } from '@orch/apimachinery';
import { FieldPath } from '@orch/apimachinery';
import { checkSchema } from '../check/check-schema.js';
import type { JsonSchema } from '../schema/json-schema.js';
import { compileCustomSchema } from './custom-schema.js';
import { metadataFixture } from './metadata.fixture.js';

const NAMES = ['a', 'b', 'c', '__proto__', 'x.y'];
const SCALARS: readonly unknown[] = [null, 0, 1, 2.5, -1, 1e300, '', 'a', 'abc', '2020-01-01', true, false];

/** Random schemas and values, equal for equal seeds. */
class Sample {
  constructor(private readonly random: Random) {}

  private chance(share: number): boolean {
    return this.random() < share;
  }

  private one<T>(values: readonly T[]): T {
    return values[Math.floor(this.random() * values.length)]!;
  }

  schema(depth: number): JsonSchema {
    if (this.chance(0.1)) return { 'x-kubernetes-preserve-unknown-fields': true };
    if (this.chance(0.1)) return { 'x-kubernetes-int-or-string': true };
    const type = this.one([
      'string',
      'integer',
      'number',
      'boolean',
      ...(depth > 0 ? ['object', 'array', 'object'] : []),
    ]);
    const out: Record<string, unknown> = { type };
    if (this.chance(0.2)) out['nullable'] = true;
    if (this.chance(0.2)) out['enum'] = [this.one(SCALARS), 'a', 1];
    if (this.chance(0.2)) out['default'] = this.value(1);
    if (type === 'string' && this.chance(0.4)) Object.assign(out, { pattern: '^a', maxLength: 2, format: 'date' });
    if (type === 'integer' && this.chance(0.4)) Object.assign(out, { minimum: 1, multipleOf: 2 });
    if (type === 'array') out['items'] = this.schema(depth - 1);
    if (type === 'array' && this.chance(0.3)) out['x-kubernetes-list-type'] = 'set';
    if (type === 'object' && this.chance(0.3)) out['additionalProperties'] = this.schema(depth - 1);
    else if (type === 'object') {
      out['properties'] = Object.fromEntries(
        NAMES.filter(() => this.chance(0.6)).map((name) => [name, this.schema(depth - 1)]),
      );
      out['required'] = [this.one(NAMES)];
      if (this.chance(0.3)) out['anyOf'] = [{ required: ['a'] }, { minProperties: 2 }];
      if (this.chance(0.2)) out['oneOf'] = [{ required: ['b'] }, { required: ['c'] }];
    }
    return out;
  }

  value(depth: number): unknown {
    if (depth <= 0 || this.chance(0.3)) return this.one(SCALARS);
    if (this.chance(0.3)) return Array.from({ length: 3 }, () => this.value(depth - 1));
    return JSON.parse(
      `{${NAMES.filter(() => this.chance(0.6))
        .map((name) => `${JSON.stringify(name)}:${JSON.stringify(this.value(depth - 1))}`)
        .join(',')}}`,
    );
  }
}

const decoded = (compiled: ReturnType<typeof compileCustomSchema>, value: Record<string, unknown>) =>
  compiled.applyDefaults(compiled.decode(value, { unknownFields: [], duplicateFields: [] }));

/** Undefined: the value was refused, as values may be. */
function attempted<T>(action: () => T): T | undefined {
  try {
    return action();
  } catch (error) {
    if (error instanceof ApiError) return undefined;
    throw error;
  }
}

describe('any schema and any value', () => {
  const kind = { group: 's.example.com', version: 'v1', kind: 'Thing' };
  const random = seededRandom(15);
  const sample = new Sample(random);
  const samples = Array.from({ length: 400 }, () => {
    const schema = { type: 'object', properties: { spec: sample.schema(3) } };
    const compiled = compileCustomSchema(schema, { kind, metadata: metadataFixture });
    const sent = { apiVersion: 's.example.com/v1', kind: 'Thing', metadata: { name: 'x' }, spec: sample.value(4) };
    return { schema, compiled, sent, stored: attempted(() => decoded(compiled, sent)) };
  });
  const stored = samples.filter((one) => one.stored !== undefined);

  it('are checked without other errors than those of the definition', () => {
    for (const { schema } of samples)
      expect(
        Array.isArray(checkSchema(schema, FieldPath.of('schema'), { prefix: 'x-', metadata: metadataFixture })),
      ).toBe(true);
  });

  it('give an object that decoding and defaulting do not change again', () => {
    expect(stored.length).toBeGreaterThan(300);
    for (const { compiled, stored: once } of stored) {
      const twice = decoded(compiled, structuredClone(once!));
      expect(JSON.stringify(twice)).toBe(JSON.stringify(once));
    }
  });

  it('leave the sent object as it was', () => {
    for (const { compiled, sent } of samples) {
      const before = JSON.stringify(sent);
      attempted(() => compiled.validate(decoded(compiled, sent)));
      expect(JSON.stringify(sent)).toBe(before);
    }
  });

  it('have no more errors in an update than in a create', () => {
    for (const { compiled, stored: object } of stored) {
      const created = compiled.validate(object).map(({ field, detail }) => field + detail);
      const updated = compiled
        .validateUpdate(object, structuredClone(object))
        .map(({ field, detail }) => field + detail);
      expect(updated.filter((error) => !created.includes(error))).toEqual([]);
    }
  });
});
