import { readFlag, readListParameters, readWatchParameters } from './list-parameters.js';

describe('list and watch parameters', () => {
  const queries: [query: string, message: string][] = [
    ['timeoutSeconds=abc', 'strconv.ParseInt: parsing "abc": invalid syntax'],
    ['timeoutSeconds=1.5', 'strconv.ParseInt: parsing "1.5": invalid syntax'],
    ['timeoutSeconds=1e3', 'strconv.ParseInt: parsing "1e3": invalid syntax'],
    ['limit=abc', 'strconv.ParseInt: parsing "abc": invalid syntax'],
    ['limit=9223372036854775808', 'strconv.ParseInt: parsing "9223372036854775808": value out of range'],
  ];
  for (const [text, message] of queries) {
    it(`C-056 ${text} is 400 for a list`, () =>
      expect(() => readListParameters(new URLSearchParams(text))).toThrow(
        expect.objectContaining({ code: 400, message }),
      ));
  }
  it('C-056 a limit that is not a number is 400 for a watch too', () =>
    expect(() => readWatchParameters(new URLSearchParams('watch=true&limit=abc'))).toThrow('invalid syntax'));
  it('a watch that asks for a page is known as one', () =>
    expect(readWatchParameters(new URLSearchParams('watch=true&continue=x')).continue).toBe('x'));
  it('C-056 the timeout of a watch is read before its limit, as in a list', () => {
    const query = new URLSearchParams('limit=many&timeoutSeconds=soon');
    for (const read of [readListParameters, readWatchParameters]) expect(() => read(query)).toThrow('parsing "soon"');
  });

  it('C-056 a negative limit is none', () =>
    expect(readListParameters(new URLSearchParams('timeoutSeconds=-1&limit=-9223372036854775808')).limit).toBe(0));
  it('C-056 parses numbers', () =>
    expect(readListParameters(new URLSearchParams('timeoutSeconds=10&limit=5')).limit).toBe(5));
  it.each(['timeoutSeconds=', 'limit='])('C-056 an empty number is 400: %s', (text) =>
    expect(() => readListParameters(new URLSearchParams(text))).toThrow('strconv.ParseInt: parsing "": invalid syntax'),
  );

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
