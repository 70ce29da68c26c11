import fc from 'fast-check';
import { conversionOf, object, ROOM_DOCUMENT } from './room.fixture.js';

const text = fc.string({ minLength: 1, maxLength: 8 });
const optional = <T extends object>(shape: { [K in keyof T]: fc.Arbitrary<T[K]> }) =>
  fc.record(shape, { requiredKeys: [] });
const address = fc.tuple(fc.stringMatching(/^[a-z]{1,5}$/), fc.nat(65_535));
const ready = fc.record({ ready: fc.boolean() });

const v1 = fc.record({
  spec: optional({
    size: fc.integer(),
    color: text,
    host: text,
    tier: fc.constantFrom('gold', 'basic'),
    address: address.map(([name, port]) => `${name}:${port}`),
    doors: fc.array(optional({ port: fc.nat(), label: text }), { maxLength: 4 }),
  }),
  status: ready,
});
const v2 = fc.record({
  spec: optional({
    dimensions: fc.record({ size: fc.integer(), unit: fc.constant('m') }),
    paint: text,
    hosts: fc.array(text, { minLength: 1, maxLength: 1 }),
    class: fc.constantFrom('premium', 'standard'),
    endpoint: address.map(([name, port]) => ({ name, port })),
    entries: fc.array(optional({ number: fc.nat(), label: text }), { maxLength: 4 }),
  }),
  status: ready,
});

/** Objects that a move emptied are absent. */
const withoutEmpty = ({ spec, ...rest }: Readonly<Record<string, unknown>>) =>
  Object.keys((spec ?? {}) as object).length === 0 ? rest : { spec, ...rest };
const withoutUnit = (value: Readonly<Record<string, unknown>>): unknown =>
  JSON.parse(JSON.stringify(value).replace(',"dimensions":{"unit":"m"}', '').replace('"dimensions":{"unit":"m"}', ''));

describe('a declared conversion', () => {
  const conversion = conversionOf(ROOM_DOCUMENT);
  const there = (value: object, from: string, to: string) => conversion.convert(value as never, from, to)!;

  it('moves, renames, maps, splits and changes items', () => {
    const spec = {
      size: 4,
      color: 'red',
      host: 'h',
      tier: 'gold',
      address: 'hall:80',
      doors: [{ port: 1, label: 'in' }, { label: 'out' }],
      legacy: 'gone',
      other: [1],
    };
    expect(there({ spec, status: { ready: true } }, 'v1', 'v2')).toEqual({
      spec: {
        dimensions: { size: 4, unit: 'm' },
        paint: 'red',
        hosts: ['h'],
        class: 'premium',
        endpoint: { name: 'hall', port: 80 },
        entries: [{ number: 1, label: 'in' }, { label: 'out' }],
        other: [1],
      },
      status: { ready: true },
    });
  });

  it('brings each object back as it was', () => {
    fc.assert(
      fc.property(v1, (value) => {
        expect(withoutEmpty(there(there(value, 'v1', 'v2'), 'v2', 'v1'))).toEqual(withoutEmpty(value));
      }),
    );
    fc.assert(
      fc.property(v2, (value) => {
        expect(withoutEmpty(withoutUnit(there(there(value, 'v2', 'v1'), 'v1', 'v2')) as never)).toEqual(
          withoutEmpty(value),
        );
      }),
    );
  });

  it('does not change what it is given', () => {
    fc.assert(
      fc.property(v1, (value) => {
        const before = JSON.stringify(value);
        there(value, 'v1', 'v2');
        expect(JSON.stringify(value)).toBe(before);
      }),
    );
  });

  it('swaps fields, since all are read from the object as it was', () => {
    const swap = conversionOf('{conversions: [{from: v1, to: v2, fields: [{from: a, to: b}, {from: b, to: a}]}]}');
    expect(swap.convert({ a: 1, b: 2 }, 'v1', 'v2')).toEqual({ a: 2, b: 1 });
  });

  it('changes the values of maps by their keys', () => {
    const maps = conversionOf(
      '{conversions: [{from: v1, to: v2, fields: [{from: one, to: two}, {from: "one[*].a", to: "two[*].b"}]}]}',
    );
    expect(maps.convert({ one: { x: { a: 1 }, __proto__x: { a: 2 } } }, 'v1', 'v2')).toEqual({
      two: { x: { b: 1 }, __proto__x: { b: 2 } },
    });
  });

  it('takes a null as an absent value', () => {
    expect(there({ spec: { size: null, host: null } }, 'v1', 'v2')).toEqual({ spec: { dimensions: { unit: 'm' } } });
  });

  it('sets no value where an expression reads absent fields', () => {
    expect(there({ spec: { endpoint: { port: 1 } } }, 'v2', 'v1')).toEqual({});
  });

  it('fills defaults in items that lack the field, and not where there is no spec', () => {
    const filled = conversionOf(
      '{conversions: [{from: v1, to: v2, fields: [{to: "spec.l[*].a.b", default: 1}, {to: spec.c.d, default: 2}]}]}',
    );
    expect(filled.convert({ spec: { l: [{}, { a: { b: 3 } }] } }, 'v1', 'v2')).toEqual({
      spec: { l: [{ a: { b: 1 } }, { a: { b: 3 } }], c: { d: 2 } },
    });
    expect(filled.convert({ metadata: {} }, 'v1', 'v2')).toEqual({ metadata: {} });
  });

  it.each<[what: string, fields: string, object: object]>([
    [
      'visit many items with many rules',
      Array.from({ length: 120 }, (_, i) => `{from: "items[*].a${i}", to: "items[*].b${i}"}`).join(),
      { items: Array.from({ length: 30_000 }, () => ({})) },
    ],
    [
      'repeat a large default',
      `{to: "items[*].a", default: ${'x'.repeat(10_000)}}`,
      { items: Array.from({ length: 400 }, () => ({})) },
    ],
    [
      'multiply defaults',
      ['a', 'a[*].b', 'a[*].b[*].c']
        .map((path) => `{to: "items[*].${path}", default: [${'{},'.repeat(149)}{}]}`)
        .join(),
      { items: [{}] },
    ],
    [
      'repeat a text',
      `{from: text, to: texts, convert: "[${'self,'.repeat(69)}self]", revert: "self[0]"}`,
      { text: 'x'.repeat(100_000) },
    ],
  ])('ends when rules %s', (_what, fields, value) => {
    const conversion = conversionOf(`{conversions: [{from: v1, to: v2, fields: [${fields}]}]}`, {});
    expect(() => conversion.convert(value as never, 'v1', 'v2')).toThrow(
      /^the rules of the conversion (visit too many items and fields|add more than 3 MiB)$/,
    );
  });

  it('ends when a way through many versions copies a large map for each', () => {
    const names = (at: number) => (at % 2 === 0 ? '{from: m.a, to: m.b}' : '{from: m.b, to: m.a}');
    const pairs = Array.from({ length: 30 }, (_, at) => `{from: v${at + 1}, to: v${at + 2}, fields: [${names(at)}]}`);
    const chain = conversionOf(`{conversions: [${pairs.join()}]}`);
    const map = (keys: number) => ({
      m: { a: 1, ...Object.fromEntries(Array.from({ length: keys }, (_, at) => [`k${at}`, ''])) },
    });
    expect(chain.convert(map(1_000), 'v1', 'v31')).toEqual(map(1_000));
    expect(() => chain.convert(map(90_000), 'v1', 'v31')).toThrow(
      'the rules of the conversion visit too many items and fields',
    );
  });

  it('goes through the versions in between', () => {
    const pairs = ['{from: v1, to: v2, fields: [{from: a, to: b}]}', '{from: v3, to: v2, fields: [{from: c, to: b}]}'];
    const chain = conversionOf(`{conversions: [${pairs.join()}]}`);
    expect(chain.convert({ a: 1 }, 'v1', 'v3')).toEqual({ c: 1 });
    expect(chain.convert({ c: 1 }, 'v3', 'v1')).toEqual({ a: 1 });
    expect(chain.convert({ a: 1 }, 'v1', 'v4')).toBeUndefined();
  });

  it('names the field that cannot be set', () => {
    expect(() => there({ spec: { size: 1, dimensions: 'x' } }, 'v1', 'v2')).toThrow(
      'spec.dimensions.size: dimensions is not an object',
    );
  });

  it('reads times and bytes as the schema declares them', () => {
    const schemas = {
      v1: object({ at: { type: 'string', format: 'date-time' } }),
      v2: object({ year: { type: 'integer' } }),
    };
    const times = conversionOf(
      '{conversions: [{from: v1, to: v2, fields: [{to: year, convert: object.at.getFullYear()}]}]}',
      schemas,
    );
    expect(times.convert({ at: '2024-02-29T00:00:00Z' }, 'v1', 'v2')).toEqual({
      at: '2024-02-29T00:00:00Z',
      year: 2024,
    });
  });
});
