import { decodeBase64, textOfBase64 } from './decode-base64';

const encode = (...bytes: readonly number[]): string => btoa(String.fromCodePoint(...bytes));

describe('values of data', () => {
  test('text is decoded as UTF-8', () => {
    const encoded = encode(...new TextEncoder().encode('zwölf\n'));
    expect([decodeBase64(encoded), textOfBase64(encoded)]).toEqual(['zwölf\n', 'zwölf\n']);
  });

  test('of what is not text there is nothing to copy', () => {
    expect([decodeBase64(encode(255, 254)), textOfBase64(encode(255, 254))]).toEqual([
      '(2 bytes that are not text)',
      undefined,
    ]);
    expect([decodeBase64('%'), textOfBase64('%')]).toEqual(['(not base64)', undefined]);
    expect([decodeBase64(''), textOfBase64('')]).toEqual(['', '']);
  });
});
