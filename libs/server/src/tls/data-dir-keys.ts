import { randomBytes } from 'node:crypto';
import { join } from 'node:path';
import type { Clock } from '@orch/apimachinery';
import { type CertificateAndKey, createCertificateAuthority, createServiceAccountKeyPair } from '@orch/pki';
import { PRIVATE_MODE, PUBLIC_MODE, readIfThere, writeWhole } from './private-file.js';

const CA_VALIDITY_DAYS = 3_650;
const NAME_BYTES = 8;
/** Clocks differ: a certificate made now is good for machines that are a little behind. */
export const CLOCK_SKEW_MS = 5 * 60_000;

/** Where a server keeps its keys (design, section 9). */
export const pkiDirectory = (dataDir: string): string => join(dataDir, 'pki');

/**
 * Common name of a data directory's own authority. No two are alike: clients and servers look issuers up by name, and one
 * of another directory would be found first and fail.
 */
const newAuthorityName = (product: string): string => `${product}-ca-${randomBytes(NAME_BYTES).toString('hex')}`;

/** Whether the subject is that of an authority made for `product`; the first ones had no random part. */
export const isAuthorityOf = (product: string, subject: string): boolean =>
  subject === `CN=${product}-ca` || subject.startsWith(`CN=${product}-ca-`);

/** The keys of a data directory are broken. The text names the file and what to do. */
export class DataDirKeysError extends Error {
  override readonly name = 'DataDirKeysError';
}

/** The authority of a data directory: made on first start and kept, since every client trusts it. */
export async function ensureAuthority(dataDir: string, product: string, clock: Clock): Promise<CertificateAndKey> {
  const directory = pkiDirectory(dataDir);
  return ensurePair(join(directory, 'ca.crt'), join(directory, 'ca.key'), async () => {
    const made = await createCertificateAuthority({
      commonName: newAuthorityName(product),
      notBeforeMs: clock.now() - CLOCK_SKEW_MS,
      validityDays: CA_VALIDITY_DAYS,
    });
    return [made.certificatePem, made.privateKeyPem];
  }).then(([certificatePem, privateKeyPem]) => ({ certificatePem, privateKeyPem }));
}

/** The pair that signs service account tokens: made on first start and kept. */
export async function ensureServiceAccountKeys(
  dataDir: string,
): Promise<{ publicKeyPem: string; privateKeyPem: string }> {
  const directory = pkiDirectory(dataDir);
  const [publicKeyPem, privateKeyPem] = await ensurePair(
    join(directory, 'sa.pub'),
    join(directory, 'sa.key'),
    async () => {
      const made = await createServiceAccountKeyPair();
      return [made.publicKeyPem, made.privateKeyPem];
    },
  );
  return { publicKeyPem, privateKeyPem };
}

/**
 * Reads two files that belong together, or makes both. The key is written first: a crash in between leaves a key without its
 * public part, which is made anew, and never a public part that nobody has the key of.
 */
async function ensurePair(
  publicFile: string,
  keyFile: string,
  make: () => Promise<[string, string]>,
): Promise<[string, string]> {
  const [publicPart, key] = await Promise.all([readIfThere(publicFile), readIfThere(keyFile)]);
  if (publicPart !== undefined && key !== undefined) return [publicPart, key];
  if (publicPart !== undefined) {
    throw new DataDirKeysError(
      `${keyFile} is missing: put it back, or remove ${publicFile} too to have both made anew`,
    );
  }
  const [madePublic, madeKey] = await make();
  await writeWhole(keyFile, madeKey, PRIVATE_MODE);
  await writeWhole(publicFile, madePublic, PUBLIC_MODE);
  return [madePublic, madeKey];
}
