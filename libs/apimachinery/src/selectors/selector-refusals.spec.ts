import { ApiError } from '../status/api-error.js';
import { parseFieldSelector } from './field-selector.js';
import { labelSelectorFromObject } from './label-selector-object.js';
import { parseLabelSelector } from './label-selector.js';

const messageOf = (read: () => unknown): string => {
  try {
    read();
  } catch (error) {
    if (error instanceof ApiError && error.code === 400) return error.message;
    throw error;
  }
  return 'taken';
};

const OPERATORS = 'an operator: =, ==, !=, in, notin, > or <';

describe('label selectors', () => {
  const cases: [text: string, why: string][] = [
    ['=a', "found '=', expected a label key"],
    ['!', 'found the end, expected a label key'],
    ['a b', `found 'b', expected ${OPERATORS}`],
    ['a foo (1)', `found 'foo', expected ${OPERATORS}`],
    ['a!b', `found '!', expected ${OPERATORS}`],
    ['a(1)', `found '(', expected ${OPERATORS}`],
    ['a in 1', "found '1', expected '('"],
    ['a notin', "found the end, expected '('"],
    ['a in (', "found the end, expected ',' or ')'"],
    ['a in (1 2)', "found '2', expected ',' or ')'"],
    ['a=b=c', "found '=', expected ',' or the end"],
    ['!a=b', "found '=', expected ',' or the end"],
    ['a in ()', 'the set of values for "a" must not be empty'],
    ['a notin ()', 'the set of values for "a" must not be empty'],
    ['a>b', '"a" can only be compared with one whole number'],
    ['a<9223372036854775808', '"a" can only be compared with one whole number'],
    ['a>', '"a" can only be compared with one whole number'],
  ];
  for (const [text, why] of cases) {
    it(`C-281 ${text}: ${why}`, () =>
      expect(messageOf(() => parseLabelSelector(text))).toBe(`unable to parse requirement: ${why}`));
  }
  it('C-281 more than a thousand requirements are refused; values of a set are not counted', () => {
    const absent = (count: number) => Array.from({ length: count }, (_, i) => `!k${i}`).join();
    expect(messageOf(() => parseLabelSelector(absent(1_000)))).toBe('taken');
    expect(messageOf(() => parseLabelSelector(absent(1_001)))).toBe(
      'unable to parse requirement: more than 1000 requirements: write values of one key as a set',
    );
    expect(messageOf(() => parseLabelSelector(`a in (${'b,'.repeat(20_000)}c)`))).toBe('taken');
    expect(messageOf(() => parseFieldSelector('metadata.name!=a,'.repeat(1_001)))).toBe(
      'invalid field selector: more than 1000 requirements',
    );
  });
  it('C-281 reports an invalid key and an invalid value', () => {
    expect(messageOf(() => parseLabelSelector('-a=b'))).toMatch(
      /^unable to parse requirement: invalid label key "-a": ./,
    );
    expect(messageOf(() => parseLabelSelector('a=-b'))).toMatch(
      /^unable to parse requirement: invalid label value "-b": ./,
    );
  });
  it('C-281 compares with integers of 64 bits', () => {
    expect(parseLabelSelector('a<9223372036854775807').matches({ a: '9223372036854775806' })).toBe(true);
    expect(parseLabelSelector('a>0').matches({ a: '9223372036854775807' })).toBe(true);
    expect(parseLabelSelector('a>0').matches({ a: '9223372036854775808' })).toBe(false);
    expect(parseLabelSelector('a<1').matches({ a: '' })).toBe(false);
    expect(parseLabelSelector('a>1').matches({ a: '1' })).toBe(false);
    expect(parseLabelSelector('a<1').matches({ a: '1' })).toBe(false);
  });
  it('C-281 quotes a bounded part of a long text', () => {
    const found = (length: number) => messageOf(() => parseLabelSelector(`a ${'b'.repeat(length)}`));
    const rest = `found '', expected ${OPERATORS}`.length;
    expect(found(512 - rest)).toBe(
      `unable to parse requirement: found '${'b'.repeat(512 - rest)}', expected ${OPERATORS}`,
    );
    expect(found(513)).toBe(`unable to parse requirement: found '${'b'.repeat(512 - "found '".length)}...`);
  });
  it('C-281 accepts up to 65,536 characters', () => {
    const text = ' '.repeat(65_535);
    expect(parseLabelSelector(`a${text}`).toString()).toBe('a');
    expect(messageOf(() => parseLabelSelector(`a ${text}`))).toBe(
      'unable to parse requirement: longer than 65536 characters',
    );
  });
  it('skips the supported white space, and no other', () => {
    expect(parseLabelSelector(' a\t=\r\n1 ').toString()).toBe('a=1');
    expect(messageOf(() => parseLabelSelector('a\u00a0=1'))).toContain('invalid label key "a\u00a0"');
  });
});

describe('selectors in objects', () => {
  const cases: [operator: string, values: string[] | undefined, why: string][] = [
    ['Gt', ['1'], '"Gt" is not an operator of label selectors'],
    ['Lt', ['1'], '"Lt" is not an operator of label selectors'],
    ['', [], '"" is not an operator of label selectors'],
    ['In', undefined, 'the set of values for "a" must not be empty'],
    ['Exists', ['1'], 'Exists takes no values'],
    ['DoesNotExist', ['1'], 'DoesNotExist takes no values'],
  ];
  for (const [operator, values, why] of cases) {
    it(`C-287 ${operator} ${JSON.stringify(values)}: ${why}`, () => {
      const matchExpressions = [{ key: 'a', operator, ...(values ? { values } : {}) }];
      expect(messageOf(() => labelSelectorFromObject({ matchExpressions }))).toBe(`invalid label selector: ${why}`);
    });
  }
});

describe('field selectors', () => {
  const cases: [text: string, why: string][] = [
    ['a', 'expected field=value or field!=value'],
    [String.raw`a\=b`, 'expected field=value or field!=value'],
    ['=b', 'the name of the field is missing'],
    ['!=b', 'the name of the field is missing'],
    ['a=b=c', String.raw`write = inside a value as \=`],
    ['a!==b', String.raw`write = inside a value as \=`],
    [String.raw`a=\x`, String.raw`only \\, \, and \= are escapes`],
    ['a=b\\', String.raw`only \\, \, and \= are escapes`],
  ];
  for (const [text, why] of cases) {
    it(`C-282 ${text}: ${why}`, () =>
      expect(messageOf(() => parseFieldSelector(text))).toBe(`invalid field selector ${JSON.stringify(text)}: ${why}`));
  }
  it('C-282 quotes a bounded part of a long text', () => {
    const quoted = (length: number) => messageOf(() => parseFieldSelector('a'.repeat(length)));
    expect(quoted(256)).toContain(`"${'a'.repeat(256)}"`);
    expect(quoted(257)).toContain(`"${'a'.repeat(256)}..."`);
  });
  it('C-282 accepts up to 65,536 characters', () => {
    const text = `a=${'b'.repeat(65_534)}`;
    expect(parseFieldSelector(text).toString()).toBe(text);
    expect(messageOf(() => parseFieldSelector(`${text}b`))).toBe(
      'invalid field selector: longer than 65536 characters',
    );
  });
});
