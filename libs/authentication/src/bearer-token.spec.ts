import { bearerTokenOf } from './bearer-token.js';

describe('bearerTokenOf', () => {
  const rows: Array<[string, string | undefined, string | undefined]> = [
    ['B-117', undefined, undefined],
    ['B-013', 'Bearer abc', 'abc'],
    ['D-001', 'bEaReR abc', 'abc'],
    ['D-001', '  Bearer abc  ', 'abc'],
    ['D-002', 'Basic eA==', undefined],
    ['D-002', 'Bearer', undefined],
    ['D-002', 'Bearer   ', undefined],
    ['D-002', 'Bearerabc', undefined],
    ['D-002', 'Bearer  abc', undefined],
  ];
  for (const [id, header, want] of rows) {
    it(`${id} ${JSON.stringify(header)} gives ${want ?? 'no credential'}`, () =>
      expect(bearerTokenOf(header)).toBe(want));
  }
});
