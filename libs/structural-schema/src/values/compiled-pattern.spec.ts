import { compiledPattern, patternCost } from './compiled-pattern.js';

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

  it('estimates the size of what repetitions repeat', () => {
    const size = (pattern: string): number => compiledPattern(pattern).size;
    expect(size('(ab){50}')).toBeGreaterThan(size('ab{50}'));
    expect(size('((ab){20}){20}')).toBeGreaterThan(800);
    expect(size('[{}]{2}')).toBeLessThan(10);
    expect(patternCost(compiledPattern('(ab){50}'), 'a'.repeat(1_000))).toBeGreaterThan(100);
  });
});
