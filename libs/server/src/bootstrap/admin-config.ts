import type { Clock } from '@orch/apimachinery';
import { traditionalKeyPem, type CertificateAndKey } from '@orch/pki';
import type { Vocabulary } from '@orch/vocabulary';
import { readTextIfPresent } from '@orch/process';
import { issue, stillFits, type WantedCertificate, PRIVATE_MODE, rewriteWhole, adminConfigPath } from '@orch/tls';
import { renderClientConfiguration } from './client-configuration.js';

/**
 * Writes `admin.conf`, with the trusted CA and an administrator's client certificate inside, readable by the owner
 * only. The certificate of an earlier start is kept while it is valid; the address is always the current one.
 */
export async function writeAdminConfig(
  dataDir: string,
  server: string,
  { ca, trustPem }: { readonly ca: CertificateAndKey; readonly trustPem: string },
  vocabulary: Vocabulary,
  clock: Clock,
): Promise<string> {
  const path = adminConfigPath(dataDir);
  const name = `${vocabulary.product}-admin`;
  const wanted: WantedCertificate = {
    commonName: name,
    organizations: ['system:masters'],
    hosts: [],
    usage: 'client auth',
  };
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
  return path;
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
