import { canonicalBase64 } from './base64.js';

describe('canonicalBase64', () => {
  const canonical: { name: string; text: string; want: string }[] = [
    { name: 'the empty text', text: '', want: '' },
    { name: 'text without padding', text: 'YWJj', want: 'YWJj' },
    { name: 'the first and the last character of the alphabet', text: 'AAA/', want: 'AAA/' },
    { name: 'canonical text with one padding character', text: 'YWI=', want: 'YWI=' },
    { name: 'canonical text with two padding characters', text: 'YQ==', want: 'YQ==' },
    { name: 'text with line feeds', text: 'YW\nI=\n', want: 'YWI=' },
    { name: 'text with carriage returns', text: 'YW\rI=', want: 'YWI=' },
  ];
  for (const c of canonical) it(`keeps ${c.name}`, () => expect(canonicalBase64(c.text)).toBe(c.want));

  // Of the last character only the upper bits carry data: four of six before `=`, two before `==`.
  const stray = [
    { text: 'YWJ=', want: 'YWI=' },
    { text: 'YWL=', want: 'YWI=' },
    { text: 'YR==', want: 'YQ==' },
    { text: 'YU==', want: 'YQ==' },
    { text: 'Yf==', want: 'YQ==' },
  ];
  for (const c of stray) it(`clears the unused bits of ${c.text}`, () => expect(canonicalBase64(c.text)).toBe(c.want));

  const wrong: { name: string; text: string; offset: number }[] = [
    { name: 'a character outside of the alphabet', text: 'YW*j', offset: 2 },
    { name: 'one at the end', text: 'YWJ*', offset: 3 },
    { name: 'two at the end', text: 'YW**', offset: 2 },
    { name: 'a character beyond ASCII', text: 'YWJ\u00e9', offset: 3 },
    { name: 'the last character of ASCII', text: 'YWJ\u007f', offset: 3 },
    { name: 'padding in the middle', text: 'Y===', offset: 1 },
    { name: 'a text that ends too early', text: 'YWI', offset: 0 },
    { name: 'a second group that ends too early', text: 'YWJjYQ', offset: 4 },
    { name: 'padding that ends too early', text: 'YQ=', offset: 3 },
    { name: 'something after the padding', text: 'YWI=9', offset: 4 },
    { name: 'something after the padding of two', text: 'YQ==YQ==', offset: 4 },
    { name: 'something in the padding', text: 'YQ=x', offset: 2 },
    { name: 'a wrong character after a line break', text: 'YW\nI*', offset: 4 },
    { name: 'a character beyond ASCII after a line break', text: 'Y\r\n\u00e9', offset: 3 },
    { name: 'a text with a line break that ends too early', text: 'YW\nI', offset: 1 },
  ];
  for (const c of wrong) it(`returns the offset of ${c.name}`, () => expect(canonicalBase64(c.text)).toBe(c.offset));
});
