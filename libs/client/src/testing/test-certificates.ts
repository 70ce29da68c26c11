import 'reflect-metadata';
import { webcrypto } from 'node:crypto';
import {
  BasicConstraintsExtension,
  PemConverter,
  SubjectAlternativeNameExtension,
  X509CertificateGenerator,
  type X509Certificate,
} from '@peculiar/x509';

export interface TestPair {
  readonly cert: string;
  readonly key: string;
}

/** A CA with a server certificate for 127.0.0.1 and `server.test`, and a client certificate of the user `tester`. */
export interface TestCertificates {
  readonly ca: string;
  readonly server: TestPair;
  readonly client: TestPair;
  /** A client certificate with that of the intermediate CA that issued it. */
  readonly clientOfIntermediate: TestPair;
}

const ALGORITHM = { name: 'ECDSA', namedCurve: 'P-256', hash: 'SHA-256' };
const VALID = { notBefore: new Date(Date.now() - 60_000), notAfter: new Date(Date.now() + 3_600_000) };

export async function makeTestCertificates(): Promise<TestCertificates> {
  const caKeys = await webcrypto.subtle.generateKey(ALGORITHM, true, ['sign', 'verify']);
  const ca = await X509CertificateGenerator.createSelfSigned({
    name: 'CN=test-ca',
    keys: caKeys,
    signingAlgorithm: ALGORITHM,
    extensions: [new BasicConstraintsExtension(true, undefined, true)],
    ...VALID,
  });
  const issue = async (name: string, issuer = ca.subject, issuerKeys = caKeys): Promise<TestPair> => {
    const keys = await webcrypto.subtle.generateKey(ALGORITHM, true, ['sign', 'verify']);
    const cert: X509Certificate = await X509CertificateGenerator.create({
      subject: `CN=${name}`,
      issuer,
      publicKey: keys.publicKey,
      signingKey: issuerKeys.privateKey,
      signingAlgorithm: ALGORITHM,
      extensions: [
        new SubjectAlternativeNameExtension([
          { type: 'ip', value: '127.0.0.1' },
          { type: 'dns', value: 'server.test' },
        ]),
      ],
      ...VALID,
    });
    const pkcs8 = await webcrypto.subtle.exportKey('pkcs8', keys.privateKey);
    return { cert: cert.toString('pem'), key: PemConverter.encode(pkcs8, 'PRIVATE KEY') };
  };
  const intermediateKeys = await webcrypto.subtle.generateKey(ALGORITHM, true, ['sign', 'verify']);
  const intermediate = await X509CertificateGenerator.create({
    subject: 'CN=test-intermediate',
    issuer: ca.subject,
    publicKey: intermediateKeys.publicKey,
    signingKey: caKeys.privateKey,
    signingAlgorithm: ALGORITHM,
    extensions: [new BasicConstraintsExtension(true, 0, true)],
    ...VALID,
  });
  const leaf = await issue('tester-below', intermediate.subject, intermediateKeys);
  return {
    ca: ca.toString('pem'),
    server: await issue('server'),
    client: await issue('tester'),
    clientOfIntermediate: { cert: `${leaf.cert}\n${intermediate.toString('pem')}`, key: leaf.key },
  };
}
