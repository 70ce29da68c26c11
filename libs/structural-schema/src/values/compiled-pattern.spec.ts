import { compiledPattern, keptPatternSize, patternCost, patternSize } from './compiled-pattern.js';

describe('compiledPattern', () => {
  it.each([
    ['^[a-z]+$', 'abc', true],
    ['^[a-z]+$', 'abc1', false],
    ['b', 'abc', true],
    ['(?P<n>a)(?P<n>b)', 'ab', true],
    ['^[a-z0-9]([-a-z0-9]{0,61}[a-z0-9])?(\\.[a-z0-9]([-a-z0-9]{0,61}[a-z0-9])?)*$', 'a-b.example.com', true],
    ['^\\p{L}+$', 'äß', true],
    ['[]a]', ']', true],
    ['^a{$', 'a{', true],
  ])('%s matches a part of %s: %s', (pattern, text, matches) => {
    const compiled = compiledPattern(pattern);
    expect(compiled.fault).toBeUndefined();
    expect(compiled.matches(text)).toBe(matches);
  });

  it.each([
    ['a(', 'missing closing ): `a(`'],
    ['a\\', 'trailing backslash at end of expression: ``'],
    ['((a{100}){100}){100}', 'invalid repeat count: `{100}`'],
    ['(?=a)', 'invalid or unsupported Perl syntax: `(?=`'],
  ])('says why %s is not a pattern', (pattern, why) => {
    const compiled = compiledPattern(pattern);
    expect(compiled.fault).toBe(`error parsing regexp: ${why}`);
    expect(compiled.matches('a')).toBe(false);
  });

  it('compiles a pattern once', () => {
    expect(compiledPattern('^once$')).toBe(compiledPattern('^once$'));
  });

  it('keeps patterns up to a total size', () => {
    for (let i = 0; i < 40; i++) compiledPattern(`${'[a-b]{1000}'.repeat(24)}${i}`);
    expect(keptPatternSize()).toBeGreaterThan(400_000);
    expect(keptPatternSize()).toBeLessThanOrEqual(500_000);
    expect(compiledPattern('^many$')).toBe(compiledPattern('^many$'));
  });

  it('asks for payment when it compiles', () => {
    const pay = jest.fn();
    compiledPattern('^(paid){40}$', pay);
    compiledPattern('^(paid){40}$', pay);
    expect(pay.mock.calls).toEqual([[patternSize('^(paid){40}$')]]);
    expect(patternSize('^(paid){40}$')).toBeGreaterThan(160);
  });

  it.each(['(?i)', '(?s)(?i)', '(?s)a(?mi:b)'])('weighs the code points of ranges that %s folds', (flags) => {
    const size = (members: string): number => compiledPattern(`${flags}[${members}]`).size;
    for (const wide of ['B-\u{1e942}', '\\x{42}-\\x{1e942}', '\\x42-\\x{1e942}', '\\102-\\x{1e942}', '^B-\u{1e942}'])
      expect(size(wide)).toBeGreaterThan(8_000);
    for (const narrow of ['a-zA-Z0-9_-', '\\x{0}-\\x{10FFFF}', '-\u{1e942}', 'B\\-\u{1e942}'])
      expect(size(narrow)).toBeLessThan(50);
    expect(compiledPattern(`${flags}[${'B-\u{1e942}'.repeat(10)}]`).fault).toContain('too large');
    expect(compiledPattern(`[${'B-\u{1e942}'.repeat(10)}]`).fault).toBeUndefined();
  });

  it('estimates the size of what repetitions repeat', () => {
    const size = (pattern: string): number => compiledPattern(pattern).size;
    expect(size('(ab){50}')).toBeGreaterThan(size('ab{50}'));
    expect(size('((ab){20}){20}')).toBeGreaterThan(800);
    expect(size('[{}]{2}')).toBeLessThan(10);
    expect(patternCost(compiledPattern('(ab){50}'), 'a'.repeat(1_000))).toBeGreaterThan(100);
  });
});
