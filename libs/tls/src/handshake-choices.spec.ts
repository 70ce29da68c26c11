import { CIPHER_SUITE_NAMES, cipherBounds } from './cipher-suites.js';
import { createSecureContext } from 'node:tls';
import { parseSniFiles, SniFilesError } from './sni-certificates.js';

describe('cipher suites', () => {
  it('D-013 OpenSSL supports every name', () => {
    for (const name of CIPHER_SUITE_NAMES) {
      const { ciphers } = cipherBounds([name]);
      expect(() => createSecureContext({ ciphers: ciphers! })).not.toThrow();
    }
  });
  it('D-013 without names Node chooses', () => expect(cipherBounds([])).toEqual({ onlyTls13: false }));
  it('D-013 suites of TLS 1.3 stay where none is named', () =>
    expect(cipherBounds(['TLS_RSA_WITH_AES_128_GCM_SHA256'])).toEqual({
      ciphers: 'TLS_AES_128_GCM_SHA256:TLS_AES_256_GCM_SHA384:TLS_CHACHA20_POLY1305_SHA256:AES128-GCM-SHA256',
      onlyTls13: false,
    }));
});

describe('values of --tls-sni-cert-key', () => {
  it.each([
    ['a.crt,a.key', { certificateFile: 'a.crt', keyFile: 'a.key', names: [] }],
    ['a.crt,a.key:A.example,*.b', { certificateFile: 'a.crt', keyFile: 'a.key', names: ['a.example', '*.b'] }],
    [' a.crt , a.key : x ', { certificateFile: 'a.crt', keyFile: 'a.key', names: ['x'] }],
  ])('D-014 %s', (text, want) => expect(parseSniFiles(text)).toEqual(want));
  it.each(['', 'a.crt', 'a.crt,', 'a.crt,b,c', ':x', 'a.crt,a.key:', 'a.crt,a.key:a b', 'a.crt,a.key:*', 'a.crt,a.key:a.*', 'a.crt,a.key:127.0.0.1'])('D-014 refuses "%s"', (text) => expect(() => parseSniFiles(text)).toThrow(SniFilesError)); // prettier-ignore
});
