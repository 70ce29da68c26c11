import { DAY_MS, openAuthority, pemOf, type CertificateAndKey } from './certificate-authority.js';
import { leafExtensions, randomSerialNumber } from './certificate-extensions.js';
import { distinguishedName } from './distinguished-name.js';
import { generateSigningKeys, privateKeyToPem } from './key-pair.js';
import { x509Library } from './x509-library.js';

/** A certificate to issue together with a new key. */
export interface CertificateTemplate {
  readonly ca: CertificateAndKey;
  /** The user name, or the host of a server. */
  readonly commonName: string;
  /** The groups of a user. */
  readonly organizations?: readonly string[];
  readonly dnsNames?: readonly string[];
  /** IPv4 and IPv6 addresses in text form. */
  readonly ipAddresses?: readonly string[];
  /** As the API names them: `digital signature`, `key encipherment`, `client auth`, `server auth`, ... */
  readonly usages: readonly string[];
  readonly notBeforeMs: number;
  readonly validityDays: number;
}

/**
 * Makes an ECDSA P-256 key and a certificate for it, not an authority itself. It never outlives its issuer.
 * @throws PkiError InvalidAuthority, UnknownUsage.
 */
export async function issueCertificate(template: CertificateTemplate): Promise<CertificateAndKey> {
  const library = await x509Library();
  const authority = await openAuthority(template.ca);
  const keys = await generateSigningKeys('EC');
  const notAfterMs = template.notBeforeMs + template.validityDays * DAY_MS;
  const certificate = await library.X509CertificateGenerator.create({
    serialNumber: randomSerialNumber(),
    subject: distinguishedName(library, {
      commonName: template.commonName,
      organizations: template.organizations ?? [],
    }),
    issuer: authority.certificate.subjectName,
    notBefore: new Date(template.notBeforeMs),
    notAfter: new Date(Math.min(notAfterMs, authority.notAfterMs)),
    publicKey: keys.publicKey,
    signingKey: authority.signing.key,
    signingAlgorithm: authority.signing.algorithm,
    extensions: await leafExtensions(library, {
      publicKey: keys.publicKey,
      issuer: authority.certificate,
      usages: template.usages,
      names: [
        ...(template.dnsNames ?? []).map((value) => ({ type: 'dns' as const, value })),
        ...(template.ipAddresses ?? []).map((value) => ({ type: 'ip' as const, value })),
      ],
    }),
  });
  return { certificatePem: pemOf(certificate), privateKeyPem: privateKeyToPem(keys.privateKey) };
}
