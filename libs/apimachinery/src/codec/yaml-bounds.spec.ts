import { Composer, Parser } from 'yaml';
import { ApiError } from '../status/api-error.js';
import { decodeSmallYaml, decodeYaml } from './yaml.js';
import { DEFAULT_YAML_LIMITS } from './yaml-limits.js';

/** Work for a text: parsed lexemes and composed documents. */
function workOf(decode: () => unknown): { lexemes: number; composed: number; outcome: unknown } {
  const parse = jest.spyOn(Parser.prototype, 'next');
  const compose = jest.spyOn(Composer.prototype, 'next');
  let outcome: unknown;
  try {
    outcome = decode();
  } catch (error) {
    outcome = error;
  }
  const composed = compose.mock.calls.filter(([token]) => token.type === 'document').length;
  const work = { lexemes: parse.mock.calls.length, composed, outcome };
  jest.restoreAllMocks();
  return work;
}

const MAX_LEXEMES = 1_000;
const limits = { ...DEFAULT_YAML_LIMITS, maxLexemes: MAX_LEXEMES };

describe('work for hostile YAML', () => {
  const lexemes = [
    { name: 'line breaks', text: '\n'.repeat(3_100_000) },
    { name: 'line breaks after a document', text: `a: 1\n${'\n'.repeat(100_000)}` },
    { name: 'comments', text: '#\n'.repeat(1_550_000) },
    { name: 'directives', text: '%YAML 1.2\n'.repeat(300_000) },
    { name: 'line breaks in a flow collection', text: `a: [\n${'\n'.repeat(1_000_000)}]` },
    { name: 'quotes', text: `a: ${'"'.repeat(2_000_000)}` },
    { name: 'anchors', text: '&a '.repeat(100_000) },
    { name: 'tags', text: '!a '.repeat(100_000) },
  ];
  it.each(lexemes)('refuses $name past the lexeme limit, before it composes anything', ({ text }) => {
    const work = workOf(() => decodeYaml(text, limits));
    expect(work.outcome).toMatchObject({
      code: 400,
      message: expect.stringContaining(`more than ${MAX_LEXEMES} marks`),
    });
    expect(work.lexemes).toBeLessThanOrEqual(MAX_LEXEMES);
    expect(work.composed).toBe(0);
  });

  const early = [
    { name: 'document marks', text: '---\n'.repeat(780_000), message: 'several YAML documents', most: 8 },
    { name: 'ends of documents', text: '...\n'.repeat(780_000), message: 'without a document', most: 1 },
    {
      name: 'keys in keys (601 bytes)',
      text: `${'? '.repeat(300)}a`,
      message: 'a key is a mapping or a list',
      most: 700,
    },
    {
      name: 'keys in flow keys',
      text: `${'{'.repeat(300)}a${'}: 1'.repeat(300)}`,
      message: 'a key is a mapping',
      most: 2_000,
    },
    { name: 'keys that are lists', text: '? - a\n: 1\n', message: 'a key is a mapping or a list', most: 20 },
    { name: 'closing brackets', text: ']'.repeat(100_000), message: 'broken YAML', most: 3 },
    { name: 'closing braces', text: '}'.repeat(100_000), message: 'broken YAML', most: 3 },
  ];
  it.each(early)('refuses $name at the first error, before it composes anything', ({ text, message, most }) => {
    const work = workOf(() => decodeYaml(text));
    expect(work.outcome).toMatchObject({ code: 400, message: expect.stringContaining(message) });
    expect(work.lexemes).toBeLessThanOrEqual(most);
    expect(work.composed).toBe(0);
  });

  const broken = [
    { name: 'lines of reserved characters', text: 'a: @\n'.repeat(19_000), most: 1 },
    { name: 'broken escapes', text: `a: "${'\\x'.repeat(50_000)}"`, most: 1 },
    { name: 'quotes after a text', text: `a: ${'"'.repeat(100_000)}`, most: 1 },
    { name: 'tags that cannot be resolved', text: `- !a!b c\n`.repeat(10_000), most: 1 },
  ];
  it.each(broken)('stops at the first error of $name', ({ text, most }) => {
    const errors = jest.spyOn(ApiError, 'badRequest');
    expect(() => decodeYaml(text)).toThrow('broken YAML');
    expect(errors.mock.calls.length).toBeLessThanOrEqual(most);
    errors.mockRestore();
  });

  it('decodes generated keys: quoted, long, explicit, without a value', () => {
    const long = 'k'.repeat(200);
    expect(decodeYaml(`? ${long}\n: 1\n? "b"\n: 2\n? c\n{}`.replace('\n{}', '')).value).toEqual({
      [long]: 1,
      b: 2,
      c: null,
    });
  });

  it.each([
    {
      name: 'a text with the look of a mark',
      text: '- "---"\n- ---\n- a:b\n- |\n  ---\n',
      want: ['---', '---', 'a:b', '---\n'],
    },
    { name: 'marks before and after one document', text: '---\n---\na: 1\n---\n', want: { a: 1 } },
    { name: 'a mark and an end', text: '%YAML 1.1\n---\na: 1\n...\n', want: { a: 1 } },
  ])('$name is not a second document', ({ text, want }) => expect(decodeYaml(text).value).toEqual(want));

  it.each(['a: 1\n---\nb: 2\n', 'a: 1\n...\nb: 2\n', '--- a\n--- b\n', '---\n---\n---\n---\n'])(
    'refuses several documents in %j',
    (text) => expect(() => decodeYaml(text)).toThrow('several YAML documents'),
  );
});

describe('aliases and merge keys', () => {
  it('counts aliased values each time they are used', () => {
    const text = `a: &a "${'x'.repeat(50_000)}"\nb:\n${'- *a\n'.repeat(199)}`;
    expect(() => decodeYaml(text)).toThrow('once aliases are replaced');
    const many = `a: &a [${'x, '.repeat(5_000)}]\nb: [*a, *a]\nc: [*a, *a]\n`;
    expect(() => decodeYaml(many)).toThrow('too many fields');
  });

  it.each([
    ['any', decodeYaml],
    ['small', decodeSmallYaml],
  ])('limits the text that aliases add by the size of the body: %s YAML', (_, decode) => {
    const withAliases = (count: number) => Buffer.from(`a: &a "${'x'.repeat(30_000)}"\nb:\n${'- *a\n'.repeat(count)}`);
    expect(() => decode(withAliases(100))).toThrow('once aliases are replaced');
    expect(decode(withAliases(4))?.value).toMatchObject({ b: { length: 4 } });
  });

  it('counts the depth of aliased values', () => {
    const deep = (anchor: string, of: string) => `${anchor}: &${anchor} ${'['.repeat(200)}${of}${']'.repeat(200)}\n`;
    expect(() => decodeYaml(deep('a', '1') + deep('b', '*a') + deep('c', '*b'))).toThrow('nested too deeply');
    expect(() => decodeYaml(deep('a', '1') + deep('b', '*a'))).not.toThrow();
  });

  it('an alias resolves to the last anchor before it', () => {
    expect(decodeYaml('a: &x 1\nb: *x\nc: &x 2\nd: *x\n').value).toEqual({ a: 1, b: 1, c: 2, d: 2 });
  });

  it.each([
    { name: 'inside its anchored value', text: 'a: &a [*a]\n', message: 'inside the value of its anchor' },
    { name: 'before its anchor', text: 'a: *b\nb: &b 1\n', message: 'before its anchor' },
    { name: 'as a key, of a list', text: 'a: &a [1]\n*a : 2\n', message: 'a key is a mapping or a list' },
  ])('refuses an alias $name', ({ text, message }) => expect(() => decodeYaml(text)).toThrow(message));

  it('merges lists of mappings; the first mapping with a key wins, and own keys always win', () => {
    const text =
      'a: &a {x: 1, v: 1}\nb: &b {x: 2, z: 2}\nc:\n  <<: [*a, *b, {w: 3}]\n  v: 9\nd: {q: 0, <<: *a, x: 7}\n"<<": 1\n';
    expect(decodeYaml(text).value).toMatchObject({
      c: { x: 1, v: 9, z: 2, w: 3 },
      d: { q: 0, x: 7, v: 1 },
      '<<': 1,
    });
    expect(decodeYaml(text).duplicateFields).toEqual([]);
    expect(() => decodeYaml('a: 1\n<<: 2\n')).toThrow('a merge key');
  });

  it('values of tags that JSON does not have stay strings', () => {
    const text = '%YAML 1.2\n---\na: !!set {x}\nb: !!timestamp 2001-01-01\nc: !!binary aGk=\n';
    expect(decodeYaml(text).value).toEqual({ a: { x: null }, b: '2001-01-01', c: 'aGk=' });
  });
});

describe('decodeSmallYaml', () => {
  it('equals decodeYaml', () => {
    const text = 'a: 1\na: 2\nb: [x, y]\n';
    expect(decodeSmallYaml(Buffer.from(text))).toEqual(decodeYaml(text));
    expect(() => decodeSmallYaml(Buffer.from('a: "'))).toThrow('broken YAML');
  });

  it.each([
    { name: 'more than 32 KiB', text: `a: ${'x'.repeat(40_000)}\n`, most: 0 },
    { name: 'more than 3,000 lexemes', text: 'a: 1\n'.repeat(3_000), most: 3_000 },
    { name: 'line breaks', text: '\n'.repeat(32_000), most: 3_000 },
  ])('leaves $name to others without composing', ({ text, most }) => {
    const work = workOf(() => decodeSmallYaml(Buffer.from(text)));
    expect(work.outcome).toBeUndefined();
    expect(work.lexemes).toBeLessThanOrEqual(most);
    expect(work.composed).toBe(0);
  });
});
