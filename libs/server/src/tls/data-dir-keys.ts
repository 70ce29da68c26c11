import { randomBytes } from 'node:crypto';
import { join } from 'node:path';
import type { Clock } from '@orch/apimachinery';
import { type CertificateAndKey, createCertificateAuthority, createServiceAccountKeyPair } from '@orch/pki';
import type { SharedRecords } from '../shared-records/shared-records.js';
import { DataDirKeysError } from './data-dir-keys-error.js';
import { PRIVATE_MODE, PUBLIC_MODE, readIfThere, writeWhole } from './private-file.js';
import { agreeOnPair, type Pair, type SharedPair } from './shared-pair.js';

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

/**
 * The authority of a data directory: made on first start and kept, since every client trusts it.
 * @param records where other servers use the store too: then all have the same (decision 042).
 * @throws DataDirKeysError.
 */
export async function ensureAuthority(
  dataDir: string,
  product: string,
  clock: Clock,
  records?: SharedRecords,
): Promise<CertificateAndKey> {
  const directory = pkiDirectory(dataDir);
  const pair: SharedPair = {
    name: 'authority',
    publicFile: join(directory, 'ca.crt'),
    keyFile: join(directory, 'ca.key'),
  };
  const [certificatePem, privateKeyPem] = await ensurePair(pair, records, async () => {
    const made = await createCertificateAuthority({
      commonName: newAuthorityName(product),
      notBeforeMs: clock.now() - CLOCK_SKEW_MS,
      validityDays: CA_VALIDITY_DAYS,
    });
    return [made.certificatePem, made.privateKeyPem];
  });
  return { certificatePem, privateKeyPem };
}

/** The pair that signs service account tokens: made on first start and kept. @param records as for the authority. */
export async function ensureServiceAccountKeys(
  dataDir: string,
  records?: SharedRecords,
): Promise<{ publicKeyPem: string; privateKeyPem: string }> {
  const directory = pkiDirectory(dataDir);
  const pair: SharedPair = {
    name: 'service-accounts',
    publicFile: join(directory, 'sa.pub'),
    keyFile: join(directory, 'sa.key'),
  };
  const [publicKeyPem, privateKeyPem] = await ensurePair(pair, records, async () => {
    const made = await createServiceAccountKeyPair();
    return [made.publicKeyPem, made.privateKeyPem];
  });
  return { publicKeyPem, privateKeyPem };
}

/**
 * Reads two files that belong together, or makes both. The key is written first: a crash in between leaves a key without its
 * public part, which is made anew, and never a public part that nobody has the key of.
 */
async function ensurePair(
  pair: SharedPair,
  records: SharedRecords | undefined,
  make: () => Promise<Pair>,
): Promise<Pair> {
  const { publicFile, keyFile } = pair;
  const local = await readPair(pair);
  const [publicPart, key] = records ? await agreeOnPair(records, pair, local, make) : (local ?? (await make()));
  if (!local) {
    await writeWhole(keyFile, key, PRIVATE_MODE);
    await writeWhole(publicFile, publicPart, PUBLIC_MODE);
  }
  return [publicPart, key];
}

async function readPair({ publicFile, keyFile }: SharedPair): Promise<Pair | undefined> {
  const [publicPart, key] = await Promise.all([readIfThere(publicFile), readIfThere(keyFile)]);
  if (publicPart === undefined) return undefined;
  if (key !== undefined) return [publicPart, key];
  throw new DataDirKeysError(`${keyFile} is missing: put it back, or remove ${publicFile} too to have both made anew`);
}
