import { isManagerName, isPrintable } from './manager-name.js';

describe('isPrintable', () => {
  for (const c of [' ', 'a', '~', '\u00a0', '\u{1F600}'])
    it(`is true of ${JSON.stringify(c)}`, () => expect(isPrintable(c)).toBe(true));
  for (const c of ['\u0000', '\u001f', '\u007f', '\u0080', '\u009f'])
    it(`is false of control character ${c.charCodeAt(0)}`, () => expect(isPrintable(c)).toBe(false));
});

describe('isManagerName', () => {
  it('C-111 accepts up to 128 characters, and none', () => {
    expect(isManagerName('')).toBe(true);
    expect(isManagerName('x'.repeat(128))).toBe(true);
    expect(isManagerName('x'.repeat(129))).toBe(false);
  });

  it('C-111 refuses a control character among others', () => expect(isManagerName('a\nb')).toBe(false));
});
