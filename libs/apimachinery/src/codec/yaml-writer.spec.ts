import fc from 'fast-check';
import { byPackage, writeYaml, writeYamlPieces } from './yaml-writer.js';

const SIGNS = [
  ...'0129abenxyoTZ.:_-+# \n\t"\'=<~!&*?|>%@`,[]{}\\$^/();é\u00a0\u2028\ufeff\u0085\u0000\u0007\r',
  ...['\u{1f600}', '\ud800', '---', '...', 'true', 'null', 'yes', '\n\n', ': ', ' #', '0x', '0o', '1e3', '2001-01-01'],
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
/** The package leaves document markers plain as nested keys; the writer quotes them. */
const key = text.filter((name) => !/^(?:---|\.\.\.|%)/m.test(name));
const { any } = fc.letrec<{ any: unknown }>((tie) => ({
  any: fc.oneof(
    { maxDepth: 5 },
    text,
    fc.integer(),
    fc.double({ noNaN: true, noDefaultInfinity: true }).filter((value) => !Object.is(value, -0)),
    fc.constantFrom(true, false, null, 2 ** 53, 1e21, 5e-324, 0.1),
    fc.array(tie('any'), { maxLength: 4 }),
    fc.dictionary(key, tie('any'), { maxKeys: 5, noNullPrototype: true }),
  ),
}));

describe('writeYaml', () => {
  it('C-084 equals the package', () =>
    fc.assert(
      fc.property(any, (value) => {
        expect(writeYaml(value)).toBe(byPackage(value));
      }),
      { numRuns: 2_000 },
    ));

  it('C-084 equals the package in pieces', () =>
    fc.assert(
      fc.property(any, fc.integer({ min: 1, max: 4 }), (value, stepMembers) => {
        expect([...writeYamlPieces(value, stepMembers)].join('')).toBe(writeYaml(value));
      }),
      { numRuns: 2_000 },
    ));

  it('writes a large map in many pieces, at any depth', () => {
    const large = Object.fromEntries(Array.from({ length: 10_000 }, (_, n) => [`k${n}`, 'v']));
    const pieces = [...writeYamlPieces({ items: [{ data: large }, { data: large }] })];
    expect(pieces.length).toBeGreaterThan(100);
    expect(Math.max(...pieces.map((piece) => piece.length))).toBeLessThan(8 * 1_024);
  });

  it.each([
    ['lists of lists', [[1], [[], {}]], '- - 1\n- - []\n  - {}\n'],
    ['members that are undefined', { a: { b: undefined }, c: undefined, d: [undefined] }, 'a: {}\nd:\n  - null\n'],
    [
      'lines, and how they end',
      ['a\nb', 'a\n', 'a\n\n', 'a\n\n b'],
      '- |-\n  a\n  b\n- |\n  a\n- |+\n  a\n\n- |-\n  a\n\n   b\n',
    ],
    ['a document marker as a key', { a: { '---': 1 } }, 'a:\n  "---": 1\n'],
    ['a scalar', 'yes', '"yes"\n'],
    ['an empty map', {}, '{}\n'],
  ])('C-084 writes %s', (_what, value, expected) => expect(writeYaml(value)).toBe(expected));
});
