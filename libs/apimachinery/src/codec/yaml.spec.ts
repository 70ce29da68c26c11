import fc from 'fast-check';
import { ApiError } from '../status/api-error.js';
import { decodeYaml, decodeYamlDocuments, encodeYaml } from './yaml.js';

const read = (text: string) => decodeYaml(text).value;

describe('decodeYaml', () => {
  const values = [
    { id: 'A-382', name: 'octal without an o', text: 'v: 0400', want: 256 },
    { id: 'A-382', name: 'decimal', text: 'v: 256', want: 256 },
    { id: 'A-382', name: 'octal with an o', text: 'v: 0o17', want: 15 },
    { id: 'C-084', name: 'yes', text: 'v: yes', want: true },
    { id: 'C-084', name: 'off', text: 'v: off', want: false },
    { id: 'C-084', name: 'a date stays text', text: 'v: 2001-01-01', want: '2001-01-01' },
    { id: 'C-084', name: 'minutes and seconds stay text', text: 'v: 1:30', want: '1:30' },
    { id: 'C-084', name: 'an exponent', text: 'v: 1e3', want: 1000 },
    { id: 'C-084', name: 'tagged base64 stays text', text: 'v: !!binary aGk=', want: 'aGk=' },
    { id: 'C-084', name: 'a dot stays text', text: 'v: .', want: '.' },
    { id: 'C-084', name: 'an exponent without digits before it stays text', text: 'v: e3', want: 'e3' },
    { id: 'C-084', name: 'a fraction without digits before it', text: 'v: .5', want: 0.5 },
    { id: 'C-084', name: 'null', text: 'v: ~', want: null },
    { id: 'C-084', name: 'JSON', text: '{"v": "0400"}', want: '0400' },
    { id: 'C-084', name: 'a flow mapping that is not JSON', text: '{v: 0400}', want: 256 },
  ];
  for (const c of values) {
    it(`${c.id} reads ${c.name}`, () => expect(read(c.text)).toEqual({ v: c.want }));
  }

  // Each as kube-apiserver 1.33 reads it.
  const blocks: [text: string, want: string][] = [
    ['v: |\n  a\n  b', 'a\nb'],
    ['v: |\n  a\n  b\n', 'a\nb\n'],
    ['v: |+\n  a', 'a'],
    ['v: |-\n  a', 'a'],
    ['v: >\n  a\n  b', 'a b'],
    ['v: |\n  a\n\n', 'a\n'],
    ['v: |\n  a\n ', 'a\n'],
    ['v: |\n  a\n   ', 'a\n '],
    ['v: |\n  a\n   \n    ', 'a\n \n  '],
    ['v: |\n  a\n   \n  ', 'a\n \n'],
    ['v: |+\n  a\n   \n  ', 'a\n \n'],
    ['v: >\n  a\n\n   ', 'a\n\n '],
    ['v: |-\n  a\n   ', 'a\n '],
    ['v: |\n  a\n# c', 'a\n'],
    ['v: |', ''],
    ['v: "a\\n"', 'a\n'],
  ];
  it.each(blocks)('ends a block as the text does: %j', (text, want) => expect(read(text)).toEqual({ v: want }));

  it('merges mappings', () => {
    expect(read('base: &b {x: 1, z: 2}\nother:\n  <<: *b\n  z: 3\n')).toEqual({
      base: { x: 1, z: 2 },
      other: { x: 1, z: 3 },
    });
  });

  it('converts keys that are not strings to strings', () =>
    expect(read('1: a\nyes: b')).toEqual({ '1': 'a', true: 'b' }));

  it.each(['a: "x\\ud800y"', '"\\udc00": b', 'a: ["\\ude00\\ud83d"]', 'a: "\\U0000d800"'])(
    'refuses the lone surrogate in %s',
    (text) => expect(() => read(text)).toThrow('found invalid Unicode character escape code'),
  );

  it('reads an escaped surrogate pair, and in JSON U+FFFD for a lone surrogate', () => {
    expect(read('a: "\\ud83d\\ude00"')).toEqual({ a: '\u{1f600}' });
    expect(read('{"a": "\\ud800"}')).toEqual({ a: '\ufffd' });
  });

  it('C-116 reports repeated keys and keeps the last value', () => {
    const { value, duplicateFields } = decodeYaml('data:\n  a: 1\n  a: 2\nl:\n- b: 1\n  b: 2\n  <<: {b: 3}\n');
    expect(value).toEqual({ data: { a: 2 }, l: [{ b: 2 }] });
    expect(duplicateFields).toEqual(['data.a', 'l[0].b']);
  });

  it('says of each repeated key in which line it is, in order of the lines', () => {
    const text = 'a:\n  b: {c: 1,\n    c: 2}\n\n# b: 1\n  b: 2\n"a": 3\n\'a\': 4\n? a\n: 5\n';
    expect(decodeYaml(text.replace('\n# b: 1', '\n  # b: 1')).duplicateKeys).toEqual([
      'line 3: key "c" already set in map',
      'line 6: key "b" already set in map',
      'line 7: key "a" already set in map',
      'line 8: key "a" already set in map',
      'line 9: key "a" already set in map',
    ]);
    expect(decodeYaml('a: {b: 1}\nc: {b: 1}\n')).toHaveProperty('duplicateKeys', []);
  });

  it('names at most 100 repeated keys, of a kilobyte each', () => {
    const keys = decodeYaml(`a: 1\n${'a: 1\n'.repeat(200)}`).duplicateKeys!;
    expect(keys).toHaveLength(100);
    expect(keys.at(-1)).toBe('line 101: key "a" already set in map');
    const long = 'k'.repeat(5_000);
    expect(decodeYaml(`? ${long}\n: 1\n? ${long}\n: 2\n`).duplicateKeys![0]!.length).toBeLessThan(1_100);
  });

  it('C-116 reports repeated keys of JSON', () => {
    expect(decodeYaml('{"data":{"a":1,"a":2}}').duplicateFields).toEqual(['data.a']);
  });

  it('keeps a key named __proto__ as a key', () => {
    const value = read('__proto__: {polluted: 1}\nm: {<<: {__proto__: {polluted: 2}}}') as Record<string, object>;
    expect(Object.getPrototypeOf(value)).toBe(Object.prototype);
    expect(Object.getPrototypeOf(value['m'])).toBe(Object.prototype);
    expect(Object.keys(value)).toEqual(['__proto__', 'm']);
    expect(({} as Record<string, unknown>)['polluted']).toBeUndefined();
  });

  const bomb = (width: number) =>
    [
      'a0: &a0 [x, x]',
      ...Array.from({ length: 30 }, (_, i) => `a${i + 1}: &a${i + 1} [${`*a${i}, `.repeat(width)}]`),
    ].join('\n');
  const bad = [
    { name: 'nothing', text: '', message: 'is empty' },
    { name: 'only a comment', text: '# hello', message: 'is empty' },
    { name: 'two documents', text: 'a: 1\n---\nb: 2\n', message: 'several YAML documents' },
    { name: 'a bad indentation', text: 'a: 1\n b: 2\n', message: 'broken YAML' },
    { name: 'an alias of nothing', text: 'a: *b\n', message: 'broken YAML' },
    { name: 'a cyclic alias', text: 'a: &a [*a]\n', message: 'inside the value of its anchor' },
    { name: 'aliases that multiply', text: bomb(2), message: 'too many fields' },
    { name: 'many aliases', text: `a: &a x\nb:\n${'- *a\n'.repeat(201)}`, message: 'aliases' },
    { name: 'infinity', text: 'a: .inf\n', message: 'out of range' },
    { name: 'a million open brackets', text: '['.repeat(1_000_000), message: 'nested too deeply' },
    { name: 'a million dashes', text: '- '.repeat(1_000_000), message: 'nested too deeply' },
    { name: 'too many fields', text: 'a: 1\n'.repeat(20_001), message: 'too many fields' },
  ];
  for (const c of bad) {
    it(`refuses ${c.name}`, () => {
      expect(() => decodeYaml(c.text)).toThrow(ApiError);
      expect(() => decodeYaml(c.text)).toThrow(c.message);
    });
  }

  it('does not quote the body in a message', () => {
    let message = '';
    try {
      decodeYaml('password: hunter2: x');
    } catch (error) {
      message = (error as Error).message;
    }
    expect(message).toContain('line 1');
    expect(message).not.toContain('hunter2');
  });
});

describe('decodeYamlDocuments', () => {
  it('returns every document but the empty ones', () => {
    expect(decodeYamlDocuments('---\na: 1\n---\n---\n# nothing\n---\nb: 2\n').map((d) => d.value)).toEqual([
      { a: 1 },
      { b: 2 },
    ]);
  });
});

describe('encodeYaml', () => {
  const texts = [
    '0o17',
    '0400',
    'yes',
    'n',
    'Off',
    '1e3',
    '.5',
    '1_000',
    '0x1F',
    '0b1',
    'null',
    '~',
    '',
    ' ',
    '<<',
    '=',
    '2001-01-01',
    '1:30',
    'a: b',
    '- a',
    '# a',
    'a\nb\n',
    '\ttab',
    '-0o17',
    '+1',
    '.inf',
    '.nan',
    '!x',
    '&x',
    '*x',
    '@x',
    '%x',
    '\u2028',
    '---',
  ];
  for (const text of texts) {
    it(`C-084 decodes ${JSON.stringify(text)} to the same string`, () => {
      expect(read(encodeYaml({ v: text }))).toEqual({ v: text });
      expect(read(encodeYaml({ [text]: text }))).toEqual({ [text]: text });
    });
  }

  it('round-trips any JSON', () => {
    const json = fc.jsonValue({ maxDepth: 4 }).filter((v) => v !== null);
    fc.assert(
      fc.property(json, (value) => {
        const plain: unknown = JSON.parse(JSON.stringify(value));
        expect(read(encodeYaml({ plain }))).toEqual({ plain });
      }),
    );
  });
});
