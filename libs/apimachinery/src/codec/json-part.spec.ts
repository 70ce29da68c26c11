import { jsonPart } from './json-part.js';

const part = (value: unknown, ...path: string[]): unknown => {
  const text = jsonPart(Buffer.from(JSON.stringify(value)), path)?.toString();
  return text === undefined ? undefined : (JSON.parse(text) as unknown);
};

describe('a part of a JSON text', () => {
  const values: [what: string, value: unknown][] = [
    ['a number', -1.5e10],
    ['true', true],
    ['null', null],
    ['a text', 'x'],
    ['an empty text', ''],
    ['a text like JSON', '{"a":[1,"b\\"]}'],
    ['a text of escapes', '\\"\n\\'],
    ['another script', 'größe 漢字'],
    ['an empty object', {}],
    ['an empty list', []],
    ['nested values', { b: [{ c: ['}', ']'] }, [[]]], a: { a: 'a' } }],
  ];
  it.each(values)('is %s, whatever is before and after it', (_what, value) => {
    expect(part(value)).toEqual(value);
    for (const [, other] of values) {
      expect(part({ x: other, a: value, y: other }, 'a')).toEqual(value);
      expect(part({ b: { x: other, a: value } }, 'b', 'a')).toEqual(value);
      expect(part({ a: value }, 'a')).toEqual(value);
    }
  });

  it.each<[what: string, value: unknown, path: string[]]>([
    ['an absent member', { b: 1, ab: 2, aa: 3 }, ['a']],
    ['a member of a nested object only', { b: { a: 1 } }, ['a']],
    ['a name in a text', { b: '"a":1', c: { d: '\\","a":1,"' } }, ['a']],
    ['a name with an escape before it', { 'x"a': 1, '\\"a': 2 }, ['a']],
    ['a member of a list', { a: [{ b: 1 }] }, ['a', 'b']],
    ['a member of a text', { a: 'b' }, ['a', 'b']],
    ['a member of an empty object', {}, ['a']],
  ])('is undefined for %s', (_what, value, path) => expect(part(value, ...path)).toBeUndefined());
});
