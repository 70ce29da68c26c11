import { parseResourceVersion } from './resource-version.js';

describe('parseResourceVersion', () => {
  const cases: [text: string | null | undefined, want: number | undefined][] = [
    [undefined, undefined],
    [null, undefined],
    ['', undefined],
    ['0', 0],
    ['42', 42],
    ['9007199254740991', 9007199254740991],
  ];
  for (const [text, want] of cases) {
    it(`reads ${JSON.stringify(text)} as ${want}`, () => expect(parseResourceVersion(text)).toBe(want));
  }
  for (const text of [
    'abc',
    '-1',
    '+1',
    '1.0',
    '1e3',
    ' 1',
    '0x1',
    '9007199254740992',
    '1'.repeat(300),
    `${'0'.repeat(300)}1`,
    '１',
  ]) {
    it(`C-041 refuses ${JSON.stringify(text.slice(0, 20))}`, () =>
      expect(() => parseResourceVersion(text)).toThrow(expect.objectContaining({ code: 400, reason: 'BadRequest' })));
  }
});
