import { createPrivateKey, generateKeyPairSync, type KeyObject } from 'node:crypto';
import { serverKeyOf } from './server-key.js';

const pair = {
  rsa: generateKeyPairSync('rsa', { modulusLength: 2048 }).privateKey,
  ec: generateKeyPairSync('ec', { namedCurve: 'prime256v1' }).privateKey,
  ed25519: generateKeyPairSync('ed25519').privateKey,
};
const der = (key: KeyObject, type: 'pkcs1' | 'pkcs8' | 'sec1') => key.export({ format: 'der', type });

it.each([
  ['RSA in PKCS#8', 'rsa', 'pkcs8'],
  ['RSA in PKCS#1', 'rsa', 'pkcs1'],
  ['an elliptic curve in PKCS#8', 'ec', 'pkcs8'],
  ['an elliptic curve in SEC 1', 'ec', 'sec1'],
  ['Ed25519', 'ed25519', 'pkcs8'],
] as const)('reads %s', (_name, kind, form) => {
  expect(serverKeyOf(der(pair[kind], form))?.equals(pair[kind])).toBe(true);
});

it('reads nothing else', () => {
  for (const bytes of [
    Buffer.alloc(0),
    Buffer.from('x'),
    Buffer.from('3000', 'hex'),
    Buffer.from('300402010005', 'hex'),
  ])
    expect(serverKeyOf(bytes)).toBeUndefined();
  expect(serverKeyOf(der(generateKeyPairSync('x25519').privateKey, 'pkcs8'))).toBeUndefined();
  expect(serverKeyOf(Buffer.concat([der(pair.rsa, 'pkcs8'), Buffer.alloc(65_536)]))).toBeUndefined();
});

/** One element of DER. */
function element(tag: number, ...content: Buffer[]): Buffer {
  const bytes = Buffer.concat(content);
  return Buffer.concat([Buffer.of(tag, 0x83, bytes.length >> 16, (bytes.length >> 8) & 0xff, bytes.length & 0xff), bytes]); // prettier-ignore
}
const integer = (bits: number): Buffer => element(2, Buffer.concat([Buffer.of(0), Buffer.alloc(bits / 8, 0xff)]));

it('does not compute the public half of a DSA key, whose cost has no limit', () => {
  const dsa = (bits: number): Buffer => {
    const parameters = element(0x30, integer(bits), integer(256), element(2, Buffer.of(2)));
    const algorithm = element(0x30, element(6, Buffer.from('2a8648ce380401', 'hex')), parameters);
    return element(0x30, element(2, Buffer.of(0)), algorithm, element(4, integer(bits)));
  };
  const small = createPrivateKey({ key: dsa(1_024), format: 'der', type: 'pkcs8' });
  expect(small.asymmetricKeyType).toBe('dsa'); // what the library reads, the larger one in hours
  expect(serverKeyOf(dsa(1_024))).toBeUndefined();
  expect(serverKeyOf(dsa(400_000))).toBeUndefined();
});
