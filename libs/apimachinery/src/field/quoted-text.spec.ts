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
});
