import { createCertificateAuthority, type CertificateAndKey } from '@orch/pki';
import { generateKeyPairSync } from 'node:crypto';
import { KindTestHarness } from '../../../kind-test-harness/kind-test-harness.fixture.js';
import { keyPairWarning } from './key-pair-warning.js';

describe('a certificate and its key', () => {
  let own: CertificateAndKey;
  let other: CertificateAndKey;
  beforeAll(async () => {
    const options = { commonName: 'a', notBeforeMs: Date.UTC(2024, 0, 1), validityDays: 1 };
    [own, other] = await Promise.all([createCertificateAuthority(options), createCertificateAuthority(options)]);
  });
  const warning = (certificate: string, key: string) => keyPairWarning(Buffer.from(certificate), Buffer.from(key));
  const block = (type: string) => `-----BEGIN ${type}-----\neA==\n-----END ${type}-----\n`;

  it('go together', () => expect(warning(own.certificatePem, own.privateKeyPem)).toBeUndefined());
  it('of another pair do not', () =>
    expect(warning(own.certificatePem, other.privateKeyPem)).toBe('tls: private key does not match public key'));
  it('of another type do not', () => {
    const { privateKey } = generateKeyPairSync('ed25519');
    expect(warning(own.certificatePem, privateKey.export({ type: 'pkcs8', format: 'pem' }) as string)).toBe(
      'tls: private key type does not match public key type',
    );
  });
  it('may be absent, switched or broken', () => {
    const switched = 'PEM inputs may have been switched';
    expect(warning('', own.privateKeyPem)).toBe('tls: failed to find any PEM data in certificate input');
    expect(warning(own.certificatePem, 'x')).toBe('tls: failed to find any PEM data in key input');
    expect(warning(own.privateKeyPem, own.certificatePem)).toMatch(`but did find a private key; ${switched}`);
    expect(warning(own.certificatePem, own.certificatePem)).toMatch('found a certificate rather than a key');
    expect(warning(block('A') + block('B'), '')).toMatch('after skipping PEM blocks of the following types: [A B]');
    expect(warning(own.certificatePem, block('A'))).toMatch('type ending in "PRIVATE KEY"');
    expect(warning(own.certificatePem, block('PRIVATE KEY'))).toBe('tls: failed to parse private key');
    expect(warning(block('CERTIFICATE'), own.privateKeyPem)).toBe('x509: malformed certificate');
    expect(warning('-----BEGIN CERTIFICATE-----', '-----BEGIN')).toMatch('any PEM data in certificate input');
  });
  it('of a kind that no server has are not computed with', () => {
    const { privateKey } = generateKeyPairSync('dsa', { modulusLength: 1_024, divisorLength: 160 });
    const pem = privateKey.export({ type: 'pkcs8', format: 'pem' }) as string;
    expect(warning(own.certificatePem, pem)).toBe('tls: failed to parse private key');
  });
  it('with an algorithm that is not known are a warning', () => {
    const der = Buffer.from(own.certificatePem.split('\n').slice(1, -2).join(''), 'base64');
    const algorithm = Buffer.from('06072a8648ce3d0201', 'hex'); // of elliptic curves
    der[der.indexOf(algorithm) + algorithm.length - 1] = 0x7f;
    const certificate = `-----BEGIN CERTIFICATE-----\n${der.toString('base64')}\n-----END CERTIFICATE-----\n`;
    expect(warning(certificate, own.privateKeyPem)).toBe('tls: unknown public key algorithm');
  });
  it('of a Secret for TLS are looked at', () => {
    const { definition, context } = new KindTestHarness('Secret');
    const warnings = (secret: object) => definition.strategy.warnings!({ metadata: {}, ...secret } as never, context);
    const data = { 'tls.crt': 'eA==', 'tls.key': '' };
    expect(warnings({ type: 'orch.io/tls', data })).toEqual(['tls: failed to find any PEM data in certificate input']);
    expect(warnings({ type: 'Opaque', data })).toEqual([]);
  });
});
