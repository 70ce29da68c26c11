import { text } from './der-values';
import { readPem } from './read-pem';
import { AUTHORITY, LEAF, REQUEST } from './samples.fixture';

const bodyOf = (pem: string): string => pem.trim().split('\n').slice(1, -1).join('');
const bytesOf = (pem: string): Uint8Array => Uint8Array.from(atob(bodyOf(pem)), (letter) => letter.charCodeAt(0));

/** The same PEM block with other bytes in it. */
function withBytes(pem: string, bytes: Uint8Array): string {
  const lines = pem.trim().split('\n');
  return [lines[0], btoa(String.fromCharCode(...bytes)), lines.at(-1)].join('\n');
}

describe('readPem', () => {
  test('a certificate with every kind of name', () => {
    expect(readPem(LEAF)).toEqual([
      {
        type: 'certificate',
        subject: String.raw`O=system:masters, O=a\,b, OU=x+CN=Zoë`,
        issuer: 'CN=Example CA',
        serialNumber: '361c5f01e054121f2e010be8b576ef96fd64e4d3',
        notBefore: Date.parse('2026-01-02T03:04:05Z'),
        notAfter: Date.parse('2049-01-02T03:04:05Z'),
        key: 'RSA 2048',
        names: [
          'DNS api.example',
          'IP 10.0.0.1',
          'IP 2001:db8::1',
          'email a@b.example',
          'URI spiffe://x/y',
          'a name of another kind',
          'CN=Example CA',
        ],
        usages: ['digital signature', 'key encipherment', 'server auth', 'client auth', '1.2.3.4.5'],
        isAuthority: false,
      },
    ]);
  });

  test('an authority with times of both types', () => {
    expect(readPem(AUTHORITY)).toEqual([
      expect.objectContaining({
        subject: 'CN=Example CA',
        issuer: 'CN=Example CA',
        serialNumber: '252555f1605bf2bea1b2d24f71a95eab610df870',
        notBefore: 0,
        notAfter: Date.parse('2060-12-31T23:59:59Z'),
        key: 'ECDSA P-384',
        names: [],
        usages: ['cert sign', 'crl sign'],
        isAuthority: true,
      }),
    ]);
  });

  test('a request', () => {
    expect(readPem(REQUEST)).toEqual([
      {
        type: 'request',
        subject: 'O=devs, CN=jane',
        key: 'Ed25519',
        names: ['DNS *.example', 'DNS b.example'],
        usages: [],
        isAuthority: true,
      },
    ]);
  });

  test('a bundle; private keys in it are skipped', () => {
    const key = '-----BEGIN PRIVATE KEY-----\nMC4=\n-----END PRIVATE KEY-----\n';
    expect(readPem(`${key}${AUTHORITY}\ntext\n${LEAF}`).map(({ type }) => type)).toEqual([
      'certificate',
      'certificate',
    ]);
  });

  test('at most fifty', () => {
    const found = readPem(`${REQUEST}\n`.repeat(60));
    expect(found).toHaveLength(51);
    expect(found.at(-1)).toEqual({ type: 'unreadable', problem: 'Only the first 50 certificates are shown.' });
  });

  test('what is not base64 is said', () => {
    expect(readPem('-----BEGIN CERTIFICATE-----\n!\n-----END CERTIFICATE-----')).toEqual([
      { type: 'unreadable', problem: 'It is damaged: not base64.' },
    ]);
  });

  test.each([
    ['certificate', LEAF],
    ['request', REQUEST],
  ])('a %s that is cut off anywhere is unreadable, with a text', (_, pem) => {
    const bytes = bytesOf(pem);
    for (let length = 0; length < bytes.length; length++) {
      const [found] = readPem(withBytes(pem, bytes.subarray(0, length)));
      expect(found).toEqual({ type: 'unreadable', problem: expect.stringContaining('damaged') });
    }
  });

  test.each([
    ['certificate', LEAF],
    ['request', REQUEST],
  ])('no changed byte of a %s makes it throw', (_, pem) => {
    const bytes = bytesOf(pem);
    for (let index = 0; index < bytes.length; index++) {
      for (const value of [0x00, 0x7f, 0x80, 0xff]) {
        expect(readPem(withBytes(pem, bytes.with(index, value)))).toHaveLength(1);
      }
    }
  });
});

describe('text', () => {
  test('characters that are not seen are written out', () => {
    expect(text(new TextEncoder().encode('a\u202Eb\u0000c\u200Bd'), 0x0c)).toBe(String.raw`a\u{202e}b\u{0}c\u{200b}d`);
  });
});
