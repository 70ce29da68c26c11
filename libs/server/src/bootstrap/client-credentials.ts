import type { Clock } from '@orch/apimachinery';
import { controllerConfigPath, controllerGroups, controllerUser } from '@orch/controller-rights';
import { ADMINISTRATORS } from '@orch/http';
import { traditionalKeyPem, type CertificateAndKey } from '@orch/pki';
import type { Vocabulary } from '@orch/vocabulary';
import { readTextIfPresent } from '@orch/process';
import { adminConfigPath, issue, PRIVATE_MODE, rewriteWhole, stillFits, type WantedCertificate } from '@orch/tls';
import { renderClientConfiguration } from './client-configuration.js';

/** A user for whom the server writes a client configuration with a certificate. */
export interface CredentialOwner {
  readonly path: string;
  /** Name of the user's entry in the file. */
  readonly name: string;
  /** User name, the common name of the certificate. */
  readonly user: string;
  readonly groups: readonly string[];
}

/** The administrator: `admin.conf`, for people. */
export function administrator(dataDir: string, { product }: Vocabulary): CredentialOwner {
  const name = `${product}-admin`;
  return { path: adminConfigPath(dataDir), name, user: name, groups: [ADMINISTRATORS] };
}

/** A built-in controller, or the controller manager. */
export const controllerOwner = (dataDir: string, controller: string, vocabulary: Vocabulary): CredentialOwner => ({
  path: controllerConfigPath(dataDir, controller),
  name: controller,
  user: controllerUser(vocabulary, controller),
  groups: controllerGroups(vocabulary),
});

/**
 * Writes a client configuration, with the trusted CA and a client certificate inside, readable by the owner of the data directory
 * only. The certificate of an earlier start is kept while it is valid; the address is always the current one.
 */
export async function writeClientCredentials(
  { path, name, user, groups }: CredentialOwner,
  server: string,
  { ca, trustPem }: { readonly ca: CertificateAndKey; readonly trustPem: string },
  vocabulary: Vocabulary,
  clock: Clock,
): Promise<void> {
  const wanted: WantedCertificate = { commonName: user, organizations: groups, hosts: [], usage: 'client auth' };
  const existing = await readTextIfPresent(path);
  const kept = existing === undefined ? undefined : readPair(existing);
  const pair = kept && stillFits(kept, ca, wanted, clock.now()) ? kept : await issue(ca, wanted, clock);
  const text = renderClientConfiguration({
    cluster: vocabulary.product,
    server,
    certificateAuthorityPem: trustPem,
    // Earlier releases wrote a key format that some clients cannot read.
    user: { name, certificatePem: pair.certificatePem, privateKeyPem: traditionalKeyPem(pair.privateKeyPem) },
  });
  if (text !== existing) await rewriteWhole(path, text, PRIVATE_MODE);
}

/**
 * The certificate and key of a file written by this server, which has each value on its own line. Undefined for any
 * other file.
 */
function readPair(text: string): CertificateAndKey | undefined {
  const certificate = /^\s+client-certificate-data: (\S+)$/m.exec(text)?.[1];
  const key = /^\s+client-key-data: (\S+)$/m.exec(text)?.[1];
  if (certificate === undefined || key === undefined) return undefined;
  return {
    certificatePem: Buffer.from(certificate, 'base64').toString(),
    privateKeyPem: Buffer.from(key, 'base64').toString(),
  };
}
