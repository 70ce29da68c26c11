import { generateKeyPairSync, type KeyObject } from 'node:crypto';
import { importSPKI, jwtVerify } from 'jose';
import { readTokenKeys, signsTokens, type SigningTokenKey } from './token-key.js';
import { isSignedBy, signToken } from './token-signature.js';

const pem = (key: KeyObject): string =>
  key.export({ type: key.type === 'private' ? 'pkcs8' : 'spki', format: 'pem' }) as string;
const rsa = generateKeyPairSync('rsa', { modulusLength: 2048 });
const curve = (namedCurve: string) => generateKeyPairSync('ec', { namedCurve });

describe('token keys', () => {
  for (const [algorithm, pair] of [
    ['RS256', rsa],
    ['ES256', curve('P-256')],
    ['ES384', curve('P-384')],
    ['ES512', curve('P-521')],
  ] as const) {
    it(`D-035 signs with ${algorithm} and the kid of the key, verifiable by other libraries`, async () => {
      const [key] = readTokenKeys(pem(pair.privateKey)) as [SigningTokenKey];
      const token = signToken(key, { sub: 'me' });
      const { payload, protectedHeader } = await jwtVerify(token, await importSPKI(pem(pair.publicKey), algorithm));
      expect([payload, protectedHeader]).toEqual([{ sub: 'me' }, { alg: algorithm, kid: key.keyId }]);
      const [input, signature] = [token.slice(0, token.lastIndexOf('.')), token.slice(token.lastIndexOf('.') + 1)];
      const bytes = Buffer.from(signature, 'base64url');
      expect(isSignedBy(key, input, bytes)).toBe(true);
      expect(isSignedBy(key, `${input}x`, bytes)).toBe(false);
      bytes[7]! ^= 1;
      expect(isSignedBy(key, input, bytes)).toBe(false);
    });
  }

  it('D-027 reads several private and public keys of a file, in every format', () => {
    const other = curve('P-256');
    const text = [
      rsa.privateKey.export({ type: 'pkcs1', format: 'pem' }),
      rsa.publicKey.export({ type: 'pkcs1', format: 'pem' }),
      '-----BEGIN EC PARAMETERS-----\nBggqhkjOPQMBBw==\n-----END EC PARAMETERS-----\n',
      other.privateKey.export({ type: 'sec1', format: 'pem' }),
      'a word in between\n',
      pem(other.publicKey),
    ].join('');
    const keys = readTokenKeys(text);
    expect(keys.map((key) => [key.algorithm, signsTokens(key)])).toEqual([
      ['RS256', true],
      ['RS256', false],
      ['ES256', true],
      ['ES256', false],
    ]);
    expect(keys[0]!.keyId).toBe(keys[1]!.keyId);
    expect(keys[2]!.keyId).toBe(keys[3]!.keyId);
  });

  const small = generateKeyPairSync('rsa', { modulusLength: 1024 });
  const refused: [string, string, string][] = [
    ['nothing', '', 'holds no key'],
    ['an unreadable key', '-----BEGIN PRIVATE KEY-----\nAAAA\n-----END PRIVATE KEY-----', 'cannot be read'],
    [
      'an encrypted key',
      rsa.privateKey.export({ type: 'pkcs8', format: 'pem', cipher: 'aes-256-cbc', passphrase: 'x' }) as string,
      'unencrypted',
    ],
    ['Ed25519', pem(generateKeyPairSync('ed25519').privateKey), 'type ed25519'],
    ['an unsupported curve', pem(curve('secp256k1').publicKey), 'secp256k1'],
    ['a short RSA key', pem(small.privateKey), 'rsa, 1024 bits'],
  ];
  for (const [name, text, message] of refused) {
    it(`rejects ${name}`, () => expect(() => readTokenKeys(text)).toThrow(message));
  }
});
