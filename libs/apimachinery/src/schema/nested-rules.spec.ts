import { oneField } from './one-field.fixture.js';
import type { StructuralSchema } from './structural-schema.js';

const MODE: StructuralSchema = { type: 'string', enum: ['A', 'B'] };
const list = (items: StructuralSchema, more: StructuralSchema = {}): StructuralSchema => ({
  type: 'array',
  items,
  ...more,
});
const map = (additionalProperties: StructuralSchema): StructuralSchema => ({ type: 'object', additionalProperties });
const struct = (properties: Record<string, StructuralSchema>, more: StructuralSchema = {}): StructuralSchema => ({
  type: 'object',
  properties,
  ...more,
});
const C_UNSUPPORTED = 'Unsupported value: "C": supported values: "A", "B"';

describe('rules below containers', () => {
  const cases: { name: string; field: StructuralSchema; value: unknown; want: string[] }[] = [
    { name: 'items of a list', field: list(MODE), value: ['A', 'C', 'B'], want: [`v[1] ${C_UNSUPPORTED}`] },
    {
      name: 'items of a list of lists',
      field: list(list(MODE)),
      value: [[], ['A', 'C']],
      want: [`v[1][1] ${C_UNSUPPORTED}`],
    },
    {
      name: 'fields of structs in a list',
      field: list(struct({ a: struct({ mode: MODE }) })),
      value: [{}, { a: { mode: 'C' } }],
      want: [`v[1].a.mode ${C_UNSUPPORTED}`],
    },
    {
      name: 'required fields of structs in a list',
      field: list(struct({ need: { type: 'string' } }, { required: ['need'] })),
      value: [{ need: '' }, {}],
      want: ['v[1].need Required value'],
    },
    {
      name: 'the number of items of lists in a list',
      field: list(list({ type: 'string' }, { maxItems: 1 })),
      value: [['a'], ['a', 'b']],
      want: ['v[1] Too many: 2: must have at most 1 items'],
    },
    {
      name: 'distinct items of lists in a map',
      field: map(list({ type: 'string' }, { listType: 'set' })),
      value: { k: ['a', 'a'] },
      want: ['v[k][1] Duplicate value: "a"'],
    },
    { name: 'values of a map', field: map(MODE), value: { k: 'C', l: 'A' }, want: [`v[k] ${C_UNSUPPORTED}`] },
    {
      name: 'any JSON in a list',
      field: list({ format: 'raw', enum: [1] }),
      value: [1, 'x'],
      want: ['v[1] Unsupported value: "x": supported values: "1"'],
    },
  ];
  for (const c of cases) it(`checks ${c.name}`, () => expect(oneField(c.field).errors(c.value)).toEqual(c.want));

  it('reports at most 100 errors', () => {
    expect(oneField(list(MODE)).errors(Array.from({ length: 150 }, () => 'C'))).toHaveLength(100);
  });

  it('does not descend into values of another type', () => {
    const field = struct({
      list: list(MODE, { maxItems: 1 }),
      map: map(MODE),
      struct: struct({ mode: MODE }, { required: ['mode'] }),
    });
    for (const value of [null, 'x', 1]) {
      expect(oneField(field).errors({ list: value, map: value, struct: value })).toEqual([]);
    }
  });

  it('terminates for recursive schemas', () => {
    const node = struct({ next: { ref: 'Node' }, list: list({ ref: 'Node' }), map: map({ ref: 'Node' }) });
    const field = oneField({ ref: 'Node' }, { Node: node });
    const value = { next: { list: [{ map: { k: {} } }] } };
    expect(field.errors(value)).toEqual([]);
    expect(field.fill(value)).toEqual(value);
  });
});

describe('distinct items', () => {
  it('accepts duplicates in a list without type', () => {
    expect(oneField(list({ type: 'string' }, { maxItems: 3 })).errors(['a', 'a'])).toEqual([]);
  });

  it('detects equal objects in a set, independent of the order of members', () => {
    const field = oneField(list({ format: 'raw' }, { listType: 'set' }));
    expect(
      field.errors([
        { a: 1, b: 2 },
        { b: 2, a: 1 },
      ]),
    ).toEqual(['v[1] Duplicate value: {"b":2,"a":1}']);
    expect(
      field.errors([
        { a: 1, b: 2 },
        { a: 2, b: 1 },
      ]),
    ).toEqual([]);
  });

  it('compares items of a map list that are not objects as a whole', () => {
    const field = oneField(list(struct({ name: { type: 'string' } }), { listType: 'map', listMapKeys: ['name'] }));
    expect(field.errors(['a', 'b', null, 'a'])).toEqual(['v[3] Duplicate value: "a"']);
  });

  it('treats an absent key as null', () => {
    const field = oneField(list(struct({ name: { type: 'string' } }), { listType: 'map', listMapKeys: ['id'] }));
    expect(field.errors([{ name: 'a' }, { name: 'b' }])).toEqual(['v[1] Duplicate value: {"id":null}']);
    expect(field.errors([{ id: 1 }, { id: 2 }])).toEqual([]);
  });
});

describe('defaults below containers', () => {
  const FILLED = struct({ mode: { type: 'string', default: 'A' }, size: { type: 'integer' } });

  it('fills structs in lists in maps in lists', () => {
    expect(oneField(list(map(list(FILLED)))).fill([{ k: [{}] }])).toEqual([{ k: [{ mode: 'A' }] }]);
  });

  it('fills a struct three levels down', () => {
    expect(oneField(struct({ a: struct({ b: FILLED }) })).fill({ a: { b: {} } })).toEqual({ a: { b: { mode: 'A' } } });
  });

  it('keeps the values of a map without defaults to fill', () => {
    const value = { full: { mode: 'B' }, empty: {} };
    expect(oneField(map(FILLED)).fill(value)).toEqual({ full: { mode: 'B' }, empty: { mode: 'A' } });
  });

  it('returns the same list, map and struct without defaults to fill', () => {
    const { fill } = oneField(list(map(FILLED)));
    const value = [{ k: { mode: 'B' } }];
    expect(fill(value)).toBe(value);
  });

  it('keeps a null instead of a list, map or struct', () => {
    for (const field of [list(FILLED), map(FILLED), FILLED]) expect(oneField(field).fill(null)).toBeNull();
  });

  it('copies default objects', () => {
    const { fill } = oneField({ ...map({ format: 'raw' }), default: { a: { b: [1] } } });
    expect(fill(undefined)).toEqual({ a: { b: [1] } });
    const [first, second] = [fill(undefined), fill(undefined)] as { a: { b: number[] } }[];
    expect(first!.a).not.toBe(second!.a);
    expect(first!.a.b).not.toBe(second!.a.b);
  });
});
