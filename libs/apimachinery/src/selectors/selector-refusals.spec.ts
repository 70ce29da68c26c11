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

const OPERATORS = 'in, notin, =, ==, !=, gt, lt';

describe('label selectors', () => {
  const cases: [text: string, why: string][] = [
    ['=a', "found '=', expected: !, identifier, or 'end of string'"],
    [',', "found ',', expected: !, identifier, or 'end of string'"],
    ['(', "found '(', expected: !, identifier, or 'end of string'"],
    ['a,', "found '', expected: identifier after ','"],
    ['a,,b', "found ',', expected: identifier after ','"],
    ['a=x y', "found 'y', expected: ',' or 'end of string'"],
    ['a=b=c', "found '=', expected: ',' or 'end of string'"],
    ['!a=b', "found '=', expected: ',' or 'end of string'"],
  ];
  for (const [text, why] of cases) {
    it(`C-281 ${text}: ${why}`, () => expect(messageOf(() => parseLabelSelector(text))).toBe(why));
  }
  const inRequirement: [text: string, why: string][] = [
    ['!', "found '', expected: identifier"],
    ['!!a', "found '!', expected: identifier"],
    ['a===b', "found '=', expected: identifier"],
    ['a=(b)', "found '(', expected: identifier"],
    ['a b', `found 'b', expected: ${OPERATORS}`],
    ['a foo (1)', `found 'foo', expected: ${OPERATORS}`],
    ['a!b', `found '!', expected: ${OPERATORS}`],
    ['a(1)', `found '(', expected: ${OPERATORS}`],
    ['a in 1', "found '1' expected: '('"],
    ['a notin', "found '' expected: '('"],
    ['a in (x', "found '', expected: ',' or ')'"],
    ['a in (1 2)', "found '2', expected: ',' or ')'"],
    ['a in (', "found '', expected: ',', ')' or identifier"],
    ['a in ((', "found '(', expected: ',', ')' or identifier"],
    ['a in (x,', "found '', expected: ',', or identifier"],
    ['a in (,', "found '', expected: ',', or identifier"],
    ['a>b', `values[0]: Invalid value: "b": for 'Gt', 'Lt' operators, the value must be an integer`],
    ['a>', `values[0]: Invalid value: "": for 'Gt', 'Lt' operators, the value must be an integer`],
    [
      'a<9223372036854775808',
      `values[0]: Invalid value: "9223372036854775808": for 'Gt', 'Lt' operators, the value must be an integer`,
    ],
    ['/a', '<nil>: Invalid value: "/a": prefix part must be non-empty'],
    [`a=${'b'.repeat(64)}`, `values[0][a]: Invalid value: "${'b'.repeat(64)}": must be no more than 63 characters`],
    [
      `a in (${'c'.repeat(64)},${'b'.repeat(64)})`,
      `[values[0][a]: Invalid value: "${'b'.repeat(64)}": must be no more than 63 characters, ` +
        `values[1][a]: Invalid value: "${'c'.repeat(64)}": must be no more than 63 characters]`,
    ],
  ];
  for (const [text, why] of inRequirement) {
    it(`C-281 ${text}: unable to parse requirement: ${why}`, () =>
      expect(messageOf(() => parseLabelSelector(text))).toBe(`unable to parse requirement: ${why}`));
  }
  it('C-279 an empty set has the empty value', () => {
    expect(parseLabelSelector('a in ()').matches({ a: '' })).toBe(true);
    expect(parseLabelSelector('a in ()').matches({})).toBe(false);
    expect(parseLabelSelector('a notin ()').matches({ a: '' })).toBe(false);
    expect(parseLabelSelector('a notin ()').matches({ a: 'b' })).toBe(true);
  });
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
    const begin = "unable to parse requirement: found '";
    const rest = `', expected: ${OPERATORS}`;
    const fits = 512 - begin.length - rest.length;
    expect(found(fits)).toBe(begin + 'b'.repeat(fits) + rest);
    expect(found(600)).toBe(`${begin}${'b'.repeat(512 - begin.length)}...`);
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
    expect(messageOf(() => parseLabelSelector('a\u00a0=1'))).toContain('Invalid value: "a\u00a0"');
  });
});

describe('selectors in objects', () => {
  const cases: [operator: string, values: string[] | undefined, why: string][] = [
    ['Gt', ['1'], '"Gt" is not a valid label selector operator'],
    ['Lt', ['1'], '"Lt" is not a valid label selector operator'],
    ['', [], '"" is not a valid label selector operator'],
    ['In', undefined, "values: Invalid value: []: for 'in', 'notin' operators, values set can't be empty"],
    ['Exists', ['1'], 'values: Invalid value: ["1"]: values set must be empty for exists and does not exist'],
    ['DoesNotExist', ['1'], 'values: Invalid value: ["1"]: values set must be empty for exists and does not exist'],
  ];
  for (const [operator, values, why] of cases) {
    it(`C-287 ${operator} ${JSON.stringify(values)}: ${why}`, () => {
      const matchExpressions = [{ key: 'a', operator, ...(values ? { values } : {}) }];
      expect(messageOf(() => labelSelectorFromObject({ matchExpressions }))).toBe(`invalid label selector: ${why}`);
    });
  }
});

describe('field selectors', () => {
  const cases: [text: string, message: string][] = [
    ['a', "invalid selector: 'a'; can't understand 'a'"],
    ['z,b=c,a in (b)', "invalid selector: 'z,b=c,a in (b)'; can't understand 'a in (b)'"],
    ['a=b=c', 'invalid field selector: unescaped character in value: 61'],
    ['a!==b', 'invalid field selector: unescaped character in value: 61'],
    [String.raw`a=\x`, String.raw`invalid field selector: invalid escape sequence: \x`],
    ['a=b\\', 'invalid field selector: invalid escape sequence: \\'],
  ];
  for (const [text, message] of cases) {
    it(`C-282 ${text}: ${message}`, () => expect(messageOf(() => parseFieldSelector(text))).toBe(message));
  }
  it('C-282 quotes a bounded part of a long text', () => {
    const quoted = (length: number) => messageOf(() => parseFieldSelector('a'.repeat(length)));
    expect(quoted(256)).toContain(`'${'a'.repeat(256)}'`);
    expect(quoted(257)).toContain(`'${'a'.repeat(256)}...'`);
  });
  it('C-282 accepts up to 65,536 characters', () => {
    const text = `a=${'b'.repeat(65_534)}`;
    expect(parseFieldSelector(text).toString()).toBe(text);
    expect(messageOf(() => parseFieldSelector(`${text}b`))).toBe(
      'invalid field selector: longer than 65536 characters',
    );
  });
});
