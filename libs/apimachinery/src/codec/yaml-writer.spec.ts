import fc from 'fast-check';
import { parse } from 'yaml';
import { decodeYaml } from './yaml.js';
import { writeYaml, writeYamlPieces } from './yaml-writer.js';

const SIGNS = [
  ...'0129abenxyoTZ.:_-+# \n\t"\'=<~!&*?|>%@`,[]{}\\$^/();é\u00a0\u2028\ufeff\u0085\u0000\u0007\r',
  ...['\u{1f600}', '---', '...', 'true', 'null', 'yes', '\n\n', ': ', ' #', '0x', '0o', '1e3', '2001-01-01'],
];
const LINES = ['a', 'b c', ' d', '', 'x: y', '- z', '\te', 'f #', '%g', '---', '...', 'long '.repeat(12) + '.', 'q"'];
const WORDS = [
  ...['.', '..', '...', 'on', 'Off', 'NULL', '-0', '+1', '.5', 'e0', '1_000', '0b1', '017', '.inf', '.NaN', '<<', '='],
  ...['x'.repeat(1_024), 'x'.repeat(1_025), '__proto__', 'k:{"type":"Ready"}', 'f:data', '2024-01-01T00:00:00Z', ''],
];

const text = fc.oneof(
  fc.array(fc.constantFrom(...SIGNS), { maxLength: 12 }).map((signs) => signs.join('')),
  fc.array(fc.constantFrom(...LINES), { maxLength: 6 }).map((lines) => lines.join('\n')),
  fc.constantFrom(...WORDS),
  fc.string({ unit: 'grapheme' }),
);
const { any } = fc.letrec<{ any: unknown }>((tie) => ({
  any: fc.oneof(
    { maxDepth: 5 },
    text,
    fc.integer(),
    fc.double({ noNaN: true, noDefaultInfinity: true }).filter((value) => !Object.is(value, -0)),
    fc.constantFrom(true, false, null, 2 ** 53, 1e21, 5e-324, 0.1),
    fc.array(tie('any'), { maxLength: 4 }),
    fc.dictionary(text, tie('any'), { maxKeys: 5, noNullPrototype: true }),
  ),
}));

describe('writeYaml', () => {
  it('C-084 is read as the same value, by this server and by a parser of YAML 1.2', () =>
    fc.assert(
      fc.property(any, (value) => {
        const written = writeYaml({ value });
        expect(decodeYaml(written).value).toEqual({ value });
        expect(parse(written, { version: '1.2', uniqueKeys: false })).toEqual({ value });
      }),
      { numRuns: 2_000 },
    ));

  it('C-084 is the same in pieces', () =>
    fc.assert(
      fc.property(
        any,
        fc.integer({ min: 1, max: 4 }),
        fc.integer({ min: 1, max: 8 }),
        (value, stepMembers, characters) => {
          expect([...writeYamlPieces(value, stepMembers, characters)].join('')).toBe(writeYaml(value));
        },
      ),
      { numRuns: 4_000 },
    ));

  it.each([
    ['of one word', 'a'],
    ['of digits', '1'],
    ['of words', 'a b '],
    ['of spaces', '    '],
    ['of words in quotes', "'a b"],
    ['of lines', 'a\n'],
    ['of empty lines', '\n\n\n'],
    ['of lines with spaces at their ends', 'a \n'],
    ['of escaped characters', '\u0001"'],
    ['of surrogate pairs', '\u{1f600}x'],
  ])('C-084 writes a long text %s in many short pieces, also as a key', (_what, repeated) => {
    const text = repeated.repeat(Math.ceil(1_000_000 / repeated.length));
    for (const value of [[{ a: { b: [text] } }], [{ a: text }], [[text]], [{ [text]: 1 }]]) {
      const pieces = [...writeYamlPieces(value)];
      expect(pieces.join('') === writeYaml(value)).toBe(true);
      expect(Math.max(...pieces.map((piece) => piece.length))).toBeLessThan(256 * 1_024);
      expect(pieces.length).toBeGreaterThan(60);
    }
  });

  it('writes many texts that are short for themselves in many pieces', () => {
    const value = [{ data: Array.from({ length: 100 }, () => 'a\n'.repeat(6_000)) }];
    const pieces = [...writeYamlPieces(value)];
    expect(pieces.join('') === writeYaml(value)).toBe(true);
    expect(Math.max(...pieces.map((piece) => piece.length))).toBeLessThan(128 * 1_024);
  });

  it('writes lines that are indented deeply in pieces of bounded length', () => {
    let value: unknown = 'a\n'.repeat(100_000);
    for (let depth = 0; depth < 400; depth++) value = { a: value };
    const pieces = [...writeYamlPieces([value])];
    expect(Math.max(...pieces.map((piece) => piece.length))).toBeLessThan(512 * 1_024);
    expect(pieces.reduce((sum, piece) => sum + piece.length, 0)).toBe(writeYaml([value]).length);
  });

  it('writes a large map in many pieces, at any depth', () => {
    const large = Object.fromEntries(Array.from({ length: 10_000 }, (_, n) => [`k${9_999 - n}`, 'v']));
    const value = { items: [{ data: large }, { data: large }] };
    const pieces = [...writeYamlPieces(value)];
    expect(pieces.length).toBeGreaterThan(100);
    expect(Math.max(...pieces.map((piece) => piece.length))).toBeLessThan(8 * 1_024);
    expect(pieces.join('')).toBe(writeYaml(value));
  });

  it('enumerates the keys of a large map once, however deep it is', () => {
    let enumerated = 0;
    const members = Object.fromEntries(Array.from({ length: 1_000 }, (_, n) => [`k${n}`, 'v']));
    const large = new Proxy(members, { ownKeys: (target) => (enumerated++, Reflect.ownKeys(target)) });
    const text = [...writeYamlPieces([{ a: { b: { c: large } } }])].join('');
    expect(text).toBe(writeYaml([{ a: { b: { c: members } } }]));
    expect(enumerated).toBe(1);
  });

  it('writes large maps of undefined members as empty ones, and large lists of them as of null', () => {
    const nothing = Object.fromEntries(Array.from({ length: 200 }, (_, n) => [`k${n}`, undefined]));
    const value = { map: nothing, list: Array.from({ length: 200 }, () => undefined) };
    expect([...writeYamlPieces(value)].join('')).toBe(writeYaml(value));
  });

  const long = 'a'.repeat(85);
  it.each([
    ['lists below their key', { a: [{ b: [1], c: {} }, []] }, 'a:\n- b:\n  - 1\n  c: {}\n- []\n'],
    ['lists of lists', [[1], [[], {}]], '- - 1\n- - []\n  - {}\n'],
    ['members that are undefined', { a: { b: undefined }, c: undefined, d: [undefined] }, 'a: {}\nd:\n- null\n'],
    [
      'lines, and how they end',
      ['a\nb', 'a\n', 'a\n\n', 'a\n\n b', '\na', ' a\nb'],
      '- |-\n  a\n  b\n- |\n  a\n- |+\n  a\n\n- |-\n  a\n\n   b\n- |2-\n\n  a\n- |2-\n   a\n  b\n',
    ],
    ['lines with a tab, or with a space at their end', ['a\n\tb', 'a \nb'], '- "a\\n\\tb"\n- "a \\nb"\n'],
    [
      'quotes',
      ["it's", "'a'", '"a"', 'a: b', '- a', 'a #b', ' a', '-'],
      `- it's\n- '''a'''\n- '"a"'\n- 'a: b'\n- '- a'\n- 'a #b'\n- ' a'\n- '-'\n`,
    ],
    [
      'texts that look like other types',
      ['yes', '1', '1e3', '', '~', '2001-01-01', '1:30', '.', '2001-01-01 is a day'],
      '- "yes"\n- "1"\n- "1e3"\n- ""\n- "~"\n- "2001-01-01"\n- "1:30"\n- .\n- 2001-01-01 is a day\n',
    ],
    ['other characters', ['\u{1f600}é\u0000\u0085'], '- "\\U0001F600é\\0\\N"\n'],
    [
      'texts beyond 80 characters',
      { m: `${long} b c`, p: `'${'a '.repeat(45)}`, r: `\t${long}  b` },
      `m: ${long}\n  b c\np: '''${'a '.repeat(37)}a\n  ${'a '.repeat(7)}'\nr: "\\t${long}\n  \\ b"\n`,
    ],
    ['long keys', { ['k'.repeat(129)]: [1], l: 1 }, `? ${'k'.repeat(129)}\n: - 1\nl: 1\n`],
    ['keys of several lines', { 'a\nb': { c: 1 } }, '? |-\n  a\n  b\n: c: 1\n'],
    ['a document marker as a key', { a: { '---': 1 } }, "a:\n  '---': 1\n"],
    ['a scalar', 'yes', '"yes"\n'],
    ['an empty map', {}, '{}\n'],
  ])('C-084 writes %s as kube-apiserver does', (_what, value, expected) => expect(writeYaml(value)).toBe(expected));
});
