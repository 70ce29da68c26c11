import { oneField } from './one-field.fixture.js';
import type { StructuralSchema } from './structural-schema.js';

describe('bounds', () => {
  const accepted: { name: string; field: StructuralSchema; values: unknown[] }[] = [
    { name: 'numbers at the bounds', field: { type: 'integer', minimum: 1, maximum: 3 }, values: [1, 3] },
    {
      name: 'texts of the shortest and longest length',
      field: { type: 'string', minLength: 1, maxLength: 2 },
      values: ['a', 'ab'],
    },
    {
      name: 'lists of the least and most items',
      field: { type: 'array', items: { type: 'string' }, minItems: 1, maxItems: 2 },
      values: [['a'], ['a', 'b']],
    },
    {
      name: 'texts where the bounds are of numbers',
      field: { format: 'int-or-string', minimum: 1, maximum: 3 },
      values: ['0', '9'],
    },
    {
      name: 'numbers with the bounds of strings',
      field: { format: 'int-or-string', minLength: 1, maxLength: 1 },
      values: [5, 10],
    },
    {
      name: 'lists with the bounds of strings',
      field: { format: 'raw', minLength: 2, maxLength: 2 },
      values: [['a'], [1, 2, 3]],
    },
    { name: 'values of an enum', field: { type: 'string', enum: ['A', 'B'] }, values: ['A', 'B'] },
    { name: 'null as a value of an enum', field: { format: 'raw', enum: [null] }, values: [null] },
    {
      name: 'objects of an enum, whatever the order of their members',
      field: { format: 'raw', enum: [{ a: 1, b: [{ c: 1, d: 2 }] }] },
      values: [
        { a: 1, b: [{ c: 1, d: 2 }] },
        { b: [{ d: 2, c: 1 }], a: 1 },
      ],
    },
  ];
  for (const c of accepted) {
    it(`accepts ${c.name}`, () => {
      for (const value of c.values) expect([value, oneField(c.field).errors(value)]).toEqual([value, []]);
    });
  }

  it('compares enum values with their type', () => {
    expect(oneField({ format: 'int-or-string', enum: ['1'] }).errors(1)).toEqual([
      'v Unsupported value: 1: supported values: "1"',
    ]);
  });

  it('checks any JSON against its enum', () => {
    expect(oneField({ format: 'raw', enum: [1, 'a'] }).errors({ a: 1 })).toEqual([
      'v Unsupported value: {"a":1}: supported values: "1", "a"',
    ]);
  });
});
