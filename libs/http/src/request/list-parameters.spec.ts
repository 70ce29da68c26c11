import { readFlag, readListParameters, readWatchParameters } from './list-parameters.js';

describe('list and watch parameters', () => {
  const queries = ['timeoutSeconds=abc', 'timeoutSeconds=-1', 'timeoutSeconds=1.5', 'timeoutSeconds=1e3', 'limit=abc'];
  for (const text of queries) {
    it(`C-056 ${text} is 400 for a list`, () =>
      expect(() => readListParameters(new URLSearchParams(text))).toThrow('is not a whole number'));
  }
  it('C-056 a limit that is not a number is 400 for a watch too', () =>
    expect(() => readWatchParameters(new URLSearchParams('watch=true&limit=abc'))).toThrow('is not a whole number'));
  it('C-056 parses numbers and empty values', () => {
    expect(readListParameters(new URLSearchParams('timeoutSeconds=10&limit=5')).limit).toBe(5);
    expect(readListParameters(new URLSearchParams('timeoutSeconds=&limit=')).limit).toBe(0);
  });

  const flags = [
    ['a=false', false],
    ['a=FALSE', false],
    ['a=0', false],
    ['a', true],
    ['a=true', true],
    ['a=1', true],
    ['b=1', undefined],
  ] as const;
  for (const [text, want] of flags) {
    it(`C-035 ${text} is ${want}`, () => expect(readFlag(new URLSearchParams(text), 'a')).toBe(want));
  }
});
