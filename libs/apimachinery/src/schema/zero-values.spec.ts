import { compileSchema } from './compile-schema.js';
import type { StructuralSchema } from './structural-schema.js';

const definitions = new Map<string, StructuralSchema>([
  [
    'v1.Root',
    {
      type: 'object',
      properties: {
        kind: { type: 'string' },
        first: { ref: 'v1.Outer', absentIsEmpty: true },
        flag: { type: 'boolean', emptyIsAbsent: true },
        pointer: { type: 'boolean' },
        count: { type: 'integer', emptyIsAbsent: true },
        text: { type: 'string', emptyIsAbsent: true },
        list: { type: 'array', items: { type: 'string' }, emptyIsAbsent: true },
        map: { type: 'object', additionalProperties: { type: 'string' }, emptyIsAbsent: true },
        outers: { type: 'array', items: { ref: 'v1.Outer' } },
        last: { ref: 'v1.Outer' },
        status: { ref: 'v1.Status' },
        shown: { ref: 'v1.Shown' },
      },
    },
  ],
  [
    'v1.Outer',
    { type: 'object', properties: { name: { type: 'string' }, inner: { ref: 'v1.Inner', absentIsEmpty: true } } },
  ],
  ['v1.Inner', { type: 'object', properties: { name: { type: 'string' } } }],
  [
    'v1.Status',
    {
      type: 'object',
      properties: {
        before: { type: 'string' },
        shown: { type: 'integer', absentIsEmpty: true },
        after: { type: 'integer', emptyIsAbsent: true },
      },
    },
  ],
]);
definitions.set('v1.Shown', {
  type: 'object',
  properties: {
    time: { type: 'string', format: 'date-time', absentIsNull: true },
    list: { type: 'array', items: { type: 'string' }, absentIsNull: true, emptyIsNull: true },
    pointer: { type: 'string', absentIsNull: true },
  },
});
const decode = (value: unknown) =>
  JSON.stringify(compileSchema('v1.Root', definitions).decode(value, { unknownFields: [], duplicateFields: [] }));

/** Output of typed clients, in their order. */
const cases: [string, unknown, string][] = [
  ['an absent embedded struct is shown as its zero value', {}, '{"first":{"inner":{}}}'],
  [
    'also inside what was sent',
    { outers: [{ name: 'a' }], last: {} },
    '{"first":{"inner":{}},"outers":[{"name":"a","inner":{}}],"last":{"inner":{}}}',
  ],
  [
    'at its place',
    { kind: 'Root', last: { inner: { name: 'x' } } },
    '{"kind":"Root","first":{"inner":{}},"last":{"inner":{"name":"x"}}}',
  ],
  ['and is the zero of a list item', { outers: [null] }, '{"first":{"inner":{}},"outers":[{"inner":{}}]}'],
  [
    'zero values that say nothing are left out',
    { flag: false, count: 0, text: '', list: [], map: {} },
    '{"first":{"inner":{}}}',
  ],
  [
    'a number that is part of its struct is 0 where it is absent',
    { status: {} },
    '{"first":{"inner":{}},"status":{"shown":0}}',
  ],
  [
    'in canonical order',
    { status: { after: 1, before: 'x' } },
    '{"first":{"inner":{}},"status":{"before":"x","shown":0,"after":1}}',
  ],
  [
    'a time, a list and a pointer that are always present are null where they are absent',
    { shown: {} },
    '{"first":{"inner":{}},"shown":{"time":null,"list":null,"pointer":null}}',
  ],
  [
    'a list and a pointer that are always present keep what was sent',
    { shown: { pointer: '', list: [], time: null } },
    '{"first":{"inner":{}},"shown":{"time":null,"list":[],"pointer":""}}',
  ],
  ['a pointer keeps them', { pointer: false }, '{"first":{"inner":{}},"pointer":false}'],
  [
    'other values stay',
    { flag: true, count: 1, text: 'x', list: [''], map: { a: '' } },
    '{"first":{"inner":{}},"flag":true,"count":1,"text":"x","list":[""],"map":{"a":""}}',
  ],
];

describe('zero values', () => {
  it.each(cases)('%s', (_name, value, want) => expect(decode(value)).toBe(want));

  it('an empty list that is always present is stored as null, a pointer with its zero value', () => {
    const schema = compileSchema('v1.Shown', definitions);
    expect(schema.stored({ list: [], pointer: '' })).toEqual({ time: null, list: null, pointer: '' });
    expect(schema.stored({ list: ['a'] })).toEqual({ time: null, list: ['a'], pointer: null });
    expect([schema.storesNulls, compileSchema('v1.Outer', definitions).storesNulls]).toEqual([true, false]);
  });

  it('decoding is idempotent', () => {
    for (const [, value] of cases) expect(decode(JSON.parse(decode(value)))).toBe(decode(value));
  });
});
