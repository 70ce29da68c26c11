import fc from 'fast-check';
import { parse } from 'yaml';
import { decodeYaml, encodeYaml } from './yaml.js';

/**
 * A YAML 1.1 parser with all types, also those that manifests do not use. It takes a single dot for a number, which YAML 1.1
 * does not.
 */
const read11 = (text: string): unknown =>
  parse(text, {
    version: '1.1',
    merge: true,
    uniqueKeys: false,
    customTags: (tags) =>
      tags.map((tag) =>
        typeof tag === 'string' || 'collection' in tag || !tag.test?.test('.')
          ? tag
          : { ...tag, test: new RegExp(`^(?!\\.$)${tag.test.source}`) },
      ),
  });
/** A YAML 1.2 parser. */
const read12 = (text: string): unknown => parse(text, { version: '1.2', uniqueKeys: false });

const TEXTS = [
  ...['1:30', '190:20:30', '-1:30', '1:30.5', '1_0:30', '0:0', '20:30:40.'],
  ...['2001-01-01', '2001-1-1', '2001-01-01T00:00:00Z', '2001-12-14t21:59:43.10-05:00', '2001-12-14 21:59:43.10 -5'],
  ...['=', '<<', '~', 'null', 'Null', 'NULL', ''],
  ...['y', 'Y', 'n', 'N', 'on', 'On', 'ON', 'off', 'OFF', 'yes', 'YES', 'no', 'No', 'true', 'True', 'FALSE'],
  ...['0', '-0', '+1', '01', '08', '0o17', '0x1f', '0X1F', '0x1_f', '0b10', '-0b1_0', '1_000', '1__0', '_1', '0_'],
  ...['1e3', '1E+3', '1.e+3', '.5', '-.5', '1.', '.', '..', '1_000.5', '6.8523015e+5', '685.230_15e+03', '1.2.3'],
  ...['.inf', '-.Inf', '+.INF', '.nan', '.NaN', '.NAN', 'Infinity', 'NaN'],
  ...[
    ' a',
    'a ',
    '\ta',
    'a\t',
    ' ',
    '  \n',
    '\n',
    '\r\n',
    'a\nb',
    'a\nb\n',
    'a\n\n',
    '\na',
    ' a\nb',
    'a\r\nb',
    '\n\n a',
  ],
  ...[
    '-',
    '- a',
    '? a',
    ': a',
    '?',
    ':',
    'a:',
    'a: b',
    'a #b',
    '#',
    '# a',
    'a#b',
    ',',
    '[',
    ']',
    '{',
    '}',
    '{a',
    '[a]',
  ],
  ...['&a', '*a', '!a', '!!str a', '|', '>', '|-', '@a', '`a', '%a', '"', "'", '"a"', "'a'", "it's", '\\', 'a\\n'],
  ...[
    '---',
    '...',
    '--- a',
    '... a',
    'a\n---\nb',
    'a\n...\nb',
    '\u0000',
    '\u0007',
    '\u0085',
    '\u00a0',
    '\u2028',
    '\ufeff',
  ],
  ...['\u{1f600}', '__proto__', 'constructor'],
];

/** Every parser decodes the encoded strings. */
function expectSame(texts: unknown): void {
  const written = encodeYaml(texts);
  for (const read of [read11, read12, (text: string) => decodeYaml(text).value]) expect(read(written)).toEqual(texts);
}

describe('strings in encoded YAML', () => {
  for (const text of TEXTS) {
    it(`C-084 ${JSON.stringify(text)} stays a string for every parser`, () => {
      expectSame({ v: text, list: [text, [text]], nested: { w: text } });
      if (text !== '__proto__') expectSame({ [text]: 'value' });
    });
  }

  it('C-084 quotes strings that only other parsers resolve to numbers', () => {
    for (const text of ['=', '1:30', '1_0:30.5', '2001-1-1', '<<']) {
      expect(encodeYaml({ v: text })).toBe(`v: "${text}"\n`);
    }
  });
  it('plain strings stay plain', () => {
    for (const text of [
      'a',
      'a b',
      '100m',
      '10Gi',
      '10.0.0.1',
      'nginx:1.25',
      'v1',
      'apps/v1',
      'default',
      'yesterday',
    ]) {
      expect(encodeYaml({ v: text })).toBe(`v: ${text}\n`);
    }
  });

  it('C-084 any string and key round-trips', () => {
    const pieces = fc.array(fc.constantFrom(...'0123456789aenyxobTtZ.:_-+# \n\t"\'=<~!&*?|>%@`,[]{}\\'), {
      maxLength: 12,
    });
    const likely = pieces.map((characters) => characters.join(''));
    const text = fc.oneof(likely, fc.constantFrom(...TEXTS), fc.string({ unit: 'grapheme' }));
    const key = text.filter((name) => name !== '__proto__');
    fc.assert(
      fc.property(fc.dictionary(key, fc.oneof(text, fc.array(text))), (texts) => expectSame({ texts: { ...texts } })),
      { numRuns: 2_000 },
    );
  });
});
