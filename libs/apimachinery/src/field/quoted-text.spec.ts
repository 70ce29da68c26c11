import { quotedText } from './quoted-text.js';

describe('quotedText', () => {
  const cases: [text: string, want: string][] = [
    ['a b', '"a b"'],
    ['"\\', String.raw`"\"\\"`],
    ['\x07\b\f\n\r\t\v', String.raw`"\a\b\f\n\r\t\v"`],
    ['\x00\x7f', String.raw`"\x00\x7f"`],
    ['é日', '"é日"'],
    ['\u00a0\u2028\u200b', String.raw`"\u00a0\u2028\u200b"`],
    ['\u{1f600}\u{e0001}', `"\u{1f600}${String.raw`\U000e0001`}"`],
  ];
  it.each(cases)('%j', (text, want) => expect(quotedText(text)).toBe(want));

  it('equals the whole text wherever it is divided', () => {
    const long = 'a\u{1f600}\u{e0001}"'.repeat(2_000);
    const want = `"${`a\u{1f600}${String.raw`\U000e0001\"`}`.repeat(2_000)}"`;
    for (const before of ['', 'b', 'bc']) expect(quotedText(before + long)).toBe(`"${before}${want.slice(1)}`);
  });
  it('leaves out what is not shown', () => {
    const long = '\x7f'.repeat(100_000);
    expect(quotedText(long, 10).length).toBeLessThan(5_000);
    expect(quotedText(long).length).toBeLessThan(70_000);
    expect(quotedText('a'.repeat(2_000), 10)).toBe(`"${'a'.repeat(1_024)}"`);
  });
});
