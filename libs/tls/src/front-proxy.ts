import { join } from 'node:path';
import type { Clock } from '@orch/apimachinery';
import { createCertificateAuthority, type CertificateAndKey } from '@orch/pki';
import { readText, readTextIfPresent } from '@orch/process';
import type { SharedRecords } from '@orch/registry';
import { CA_VALIDITY_DAYS, CLOCK_SKEW_MS, pkiDirectory } from './data-dir-keys.js';
import { belongTogether, issue, stillFits, type WantedCertificate } from './issued-certificate.js';
import { PRIVATE_MODE, PUBLIC_MODE, rewriteWhole } from './private-file.js';
import { TlsMaterialError } from './tls-material-error.js';

/** Common name of the certificate with which this server proxies requests to extension API servers. */
export const FRONT_PROXY_NAME = 'front-proxy-client';

/** How this server identifies itself to extension API servers. */
export interface FrontProxy {
  /** PEM. */
  readonly certificate: CertificateAndKey;
  /** PEM of its authority, for them to trust. Undefined: the operator configures them. */
  readonly authorityPem: string | undefined;
}

/**
 * The certificate in the operator's files.
 * @throws TlsMaterialError; errors of the file system.
 */
export async function readFrontProxy(certFile: string, keyFile: string): Promise<FrontProxy> {
  const [certificatePem, privateKeyPem] = await Promise.all([readText(certFile), readText(keyFile)]);
  const certificate = { certificatePem, privateKeyPem };
  if (belongTogether(certificate)) return { certificate, authorityPem: undefined };
  throw new TlsMaterialError(
    `--proxy-client-cert-file: ${certFile} and ${keyFile} must be a certificate in PEM and the key that belongs to it`,
  );
}

/**
 * The certificate of a data directory, issued by an authority for nothing else: a client with a certificate of it can be any user to extension API
 * servers. Both are generated on first start.
 * @param records of the store when several servers use it: they share the authority.
 */
export async function ensureFrontProxy(
  dataDir: string,
  product: string,
  clock: Clock,
  records?: SharedRecords,
): Promise<FrontProxy> {
  const make = () =>
    createCertificateAuthority({
      commonName: `${product}-front-proxy-ca`,
      notBeforeMs: clock.now() - CLOCK_SKEW_MS,
      validityDays: CA_VALIDITY_DAYS,
    });
  const authority = records
    ? ((await records.agree('keys', 'front-proxy', make)) as CertificateAndKey)
    : await keptPair(dataDir, 'front-proxy-ca', belongTogether, make);
  const wanted: WantedCertificate = {
    commonName: FRONT_PROXY_NAME,
    organizations: [],
    hosts: [],
    usage: 'client auth',
  };
  const fits = (pair: CertificateAndKey): boolean => stillFits(pair, authority, wanted, clock.now());
  const certificate = await keptPair(dataDir, 'front-proxy-client', fits, () => issue(authority, wanted, clock));
  return { certificate, authorityPem: authority.certificatePem };
}

/** The pair in the files of that name, if it fits; else a new one, which is written there. The key first: see data-dir-keys.ts. */
async function keptPair(
  dataDir: string,
  name: string,
  fits: (pair: CertificateAndKey) => boolean,
  make: () => Promise<CertificateAndKey>,
): Promise<CertificateAndKey> {
  const certificateFile = join(pkiDirectory(dataDir), `${name}.crt`);
  const keyFile = join(pkiDirectory(dataDir), `${name}.key`);
  const [certificatePem, privateKeyPem] = await Promise.all([certificateFile, keyFile].map(readTextIfPresent));
  if (certificatePem !== undefined && privateKeyPem !== undefined) {
    const kept = { certificatePem, privateKeyPem };
    if (fits(kept)) return kept;
  }
  const made = await make();
  await rewriteWhole(keyFile, made.privateKeyPem, PRIVATE_MODE);
  await rewriteWhole(certificateFile, made.certificatePem, PUBLIC_MODE);
  return made;
}
