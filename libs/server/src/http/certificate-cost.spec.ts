import { generateKeyPairSync, type KeyObject, type X509Certificate } from 'node:crypto';
import { mayHaveTakenLong } from './certificate-cost.js';

type Client = Parameters<typeof mayHaveTakenLong>[0];

/** A client whose chain has these keys, in certificates of 500 bytes. */
function clientWith(...keys: readonly KeyObject[]): Client {
  const raw = Buffer.alloc(500);
  const certificates = keys.map((publicKey) => ({ publicKey, raw, issuerCertificate: undefined as unknown }));
  for (const [at, certificate] of certificates.entries()) certificate.issuerCertificate = certificates[at + 1];
  return { getPeerX509Certificate: () => certificates[0] as X509Certificate | undefined };
}

const ec = (namedCurve: string): KeyObject => generateKeyPairSync('ec', { namedCurve }).publicKey;
const rsa = (modulusLength: number, publicExponent: number): KeyObject =>
  generateKeyPairSync('rsa', { modulusLength, publicExponent }).publicKey;

describe('mayHaveTakenLong', () => {
  it('is false for a client that sent no certificates, or a few with usual keys', () => {
    const usual = [ec('prime256v1'), rsa(2_048, 65_537), ec('secp384r1'), ec('secp521r1')];
    expect(mayHaveTakenLong(clientWith(), 1_500)).toBe(false);
    expect(mayHaveTakenLong(clientWith(...usual), 2_900)).toBe(false);
    expect(mayHaveTakenLong(undefined, 100)).toBe(false);
  });

  it('is true for slow keys, long chains, many bytes and certificates that are not known', () => {
    const usual = ec('prime256v1');
    expect(mayHaveTakenLong(clientWith(ec('brainpoolP512r1')), 1_500)).toBe(true);
    expect(mayHaveTakenLong(clientWith(usual, rsa(2_048, 2_147_483_647)), 1_500)).toBe(true);
    expect(mayHaveTakenLong(clientWith(usual, usual, usual, usual, usual), 3_000)).toBe(true);
    expect(mayHaveTakenLong(clientWith(usual), 20_000)).toBe(true);
    expect(mayHaveTakenLong(undefined, 1_500)).toBe(true);
  });

  it('is true for a key of a kind that is not known', () => {
    const certificate = {
      get publicKey(): KeyObject {
        throw new Error('unsupported');
      },
    } as X509Certificate;
    expect(mayHaveTakenLong({ getPeerX509Certificate: () => certificate }, 1_500)).toBe(true);
  });

  it('is true when certificates outside the chain have room in what was sent', () => {
    expect(mayHaveTakenLong(clientWith(ec('prime256v1')), 2_000)).toBe(true);
  });
});
