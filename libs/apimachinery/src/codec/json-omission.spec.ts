import { jsonReaderWithout, type OmittedMembers } from './json-omission.js';

/** What is read of a value without some members. */
const without = (value: unknown, omitted: OmittedMembers): unknown =>
  jsonReaderWithout(omitted)(Buffer.from(JSON.stringify(value)));

describe('JSON that is read without some of its members', () => {
  const values: [what: string, value: unknown][] = [
    ['a number', -1.5e10],
    ['true', true],
    ['null', null],
    ['a text', 'x'],
    ['a text like JSON', '{"a":[1,"b\\"]}'],
    ['a text of escapes', '\\"\n\\'],
    ['another script', 'größe 漢字'],
    ['an empty object', {}],
    ['an empty list', []],
    ['nested values', { b: [{ c: ['}', ']'] }, [[]]], a: { a: 'a' } }],
  ];
  it.each(values)('leaves %s out, and keeps it, whatever is before and after it', (_what, value) => {
    const omitted = { a: true, b: true } as const;
    expect(without({ a: value }, omitted)).toEqual({});
    expect(without({ x: value, y: value }, omitted)).toEqual({ x: value, y: value });
    for (const [, other] of values) {
      const kept = { x: other, y: other };
      expect(without({ a: value, x: other, y: other }, omitted)).toEqual(kept);
      expect(without({ x: other, a: value, y: other }, omitted)).toEqual(kept);
      expect(without({ x: other, y: other, a: value }, omitted)).toEqual(kept);
      expect(without({ a: value, b: other, x: other, y: other }, omitted)).toEqual(kept);
      expect(without({ x: other, a: value, b: value, y: other }, omitted)).toEqual(kept);
      expect(without({ a: value, x: other, b: value, y: other }, omitted)).toEqual(kept);
      expect(without({ a: value, b: value }, omitted)).toEqual({});
      expect(without({ l: [{ a: value, x: other }, other] }, { l: { '*': { a: true } } })).toEqual({
        l: [{ x: other }, ...[other].map((item) => without(item, { a: true }))],
      });
    }
  });

  it.each<[what: string, value: unknown, omitted: OmittedMembers, want: unknown]>([
    ['members of members', { a: { b: { c: 1 }, d: 2 } }, { a: { b: { c: true } } }, { a: { b: {}, d: 2 } }],
    ['members of items', { a: [{ b: 1, c: 2 }, {}, { b: 3 }] }, { a: { '*': { b: true } } }, { a: [{ c: 2 }, {}, {}] }],
    ['items of lists of lists', [[{ a: 1 }], []], { '*': { '*': { a: true } } }, [[{}], []]],
    [
      'every member of a repeated name',
      { x: { a: 1 }, y: { a: 2 } },
      { x: { a: true }, y: { a: true } },
      { x: {}, y: {} },
    ],
  ])('leaves out %s', (_what, value, omitted, want) => expect(without(value, omitted)).toEqual(want));

  it.each<[what: string, value: unknown, omitted: OmittedMembers]>([
    ['an absent member', { b: 1, ab: 2, aa: 3 }, { a: true }],
    ['a name in a text', { b: '"a":1', c: { d: '\\","a":1,"' } }, { a: true }],
    ['a name with an escape before it', { 'x"a': 1, '\\"a': 2 }, { a: true }],
    ['a member of a list', { a: [{ b: 1 }] }, { a: { b: true } }],
    ['items of an object', { a: { b: { c: 1 } } }, { a: { '*': { c: true } } }],
    ['a member of a text', { a: 'b' }, { a: { b: true } }],
    ['a member of a nested object', { b: { a: 1 } }, { a: true }],
  ])('keeps all where there is only %s', (_what, value, omitted) => expect(without(value, omitted)).toEqual(value));

  it('does not read what is left out', () => {
    expect(jsonReaderWithout({ a: true })(Buffer.from('{"a":{x},"b":1}'))).toEqual({ b: 1 });
  });
});
