import { randomBytes } from 'node:crypto';
import { existsSync } from 'node:fs';
import { join } from 'node:path';
import type { Clock } from '@orch/apimachinery';
import {
  type CertificateAndKey,
  createCertificateAuthority,
  createServiceAccountKeyPair,
  type ServiceAccountKeyPair,
} from '@orch/pki';
import { readTextIfPresent } from '@orch/process';
import { adminConfigPath } from './admin-config-path.js';
import type { SharedRecords } from '@orch/registry';
import { checkAuthorityPair, checkTokenPair, publicPartOf } from './check-key-pairs.js';
import { DataDirKeysError } from './data-dir-keys-error.js';
import { PRIVATE_MODE, PUBLIC_MODE, writeWhole } from './private-file.js';
import { agreeOnPair, type Pair, type SharedPair } from './shared-pair.js';

/** How long a generated authority is valid. */
export const CA_VALIDITY_DAYS = 3_650;
const NAME_BYTES = 8;
const SERVICE_ACCOUNT_KEY = 'sa.key';
/** Allowed clock skew: new certificates are valid on machines whose clock is a little behind. */
export const CLOCK_SKEW_MS = 5 * 60_000;

/** Directory of the server's keys (decision 042). */
export const pkiDirectory = (dataDir: string): string => join(dataDir, 'pki');

/**
 * Common name of a data directory's authority. Unique: clients and servers look up issuers by name, and could find that of another
 * directory first.
 */
const newAuthorityName = (product: string): string => `${product}-ca-${randomBytes(NAME_BYTES).toString('hex')}`;

/**
 * Whether the subject is that of an authority generated for `product`; the first ones had no random part.
 * @param which `generated`: only subjects with a random part, which no foreign authority has. Default `any`.
 */
export function isAuthorityOf(product: string, subject: string, which: 'any' | 'generated' = 'any'): boolean {
  const [prefix, name] = [`CN=${product}-ca-`, `CN=${product}-ca`];
  if (which === 'any') return subject === name || subject.startsWith(prefix);
  return subject.startsWith(prefix) && /^[0-9a-f]{16}$/.test(subject.slice(prefix.length));
}

/**
 * The authority of a data directory: generated on first start and kept, since every client trusts it.
 * @param records of the store when several servers use it: they share one authority (decision 042).
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
  const rules: PairRules = {
    check: (found) => checkAuthorityPair(found, pair, clock.now()),
    // Generated again after a crash between the two files of a first start. Later, clients trust the lost certificate.
    restore: async () => {
      if ((await readTextIfPresent(adminConfigPath(dataDir))) === undefined) return undefined;
      throw new DataDirKeysError(
        `${pair.publicFile} is missing: put it back (certificate-authority-data in ${adminConfigPath(dataDir)} has it), or remove ${pair.keyFile} too to have both generated again`,
      );
    },
    make: async () => {
      const made = await createCertificateAuthority({
        commonName: newAuthorityName(product),
        notBeforeMs: clock.now() - CLOCK_SKEW_MS,
        validityDays: CA_VALIDITY_DAYS,
      });
      return [made.certificatePem, made.privateKeyPem];
    },
  };
  const [certificatePem, privateKeyPem] = await ensurePair(pair, records, rules);
  return { certificatePem, privateKeyPem };
}

/** A generated pair, if it is needed. */
export type PairGenerator = () => Promise<ServiceAccountKeyPair>;

/** Starts to generate the pair of a data directory that has none: that takes longer than opening the store. */
export function pregenerateServiceAccountKeys(dataDir: string): PairGenerator {
  if (existsSync(join(pkiDirectory(dataDir), SERVICE_ACCOUNT_KEY))) return createServiceAccountKeyPair;
  const pair = createServiceAccountKeyPair();
  pair.catch(() => undefined); // the start may fail before it is needed
  return () => pair;
}

/**
 * The pair that signs service account tokens: generated on first start and kept.
 * @param records as for the authority.
 * @param generate called when the directory has no pair.
 */
export async function ensureServiceAccountKeys(
  dataDir: string,
  records?: SharedRecords,
  generate: PairGenerator = createServiceAccountKeyPair,
): Promise<ServiceAccountKeyPair> {
  const directory = pkiDirectory(dataDir);
  const pair: SharedPair = {
    name: 'service-accounts',
    publicFile: join(directory, 'sa.pub'),
    keyFile: join(directory, SERVICE_ACCOUNT_KEY),
  };
  const rules: PairRules = {
    check: (found) => checkTokenPair(found, pair),
    restore: async (key) => {
      const publicPart = publicPartOf(key, pair);
      await writeWhole(pair.publicFile, publicPart, PUBLIC_MODE);
      return publicPart;
    },
    make: async () => {
      const made = await generate();
      return [made.publicKeyPem, made.privateKeyPem];
    },
  };
  const [publicKeyPem, privateKeyPem] = await ensurePair(pair, records, rules);
  return { publicKeyPem, privateKeyPem };
}

/** Operations that depend on the kind of pair. */
interface PairRules {
  /** @throws DataDirKeysError when the files are invalid, so that the start fails and not the first use of a key. */
  check(found: Pair): void;
  /** Restores the public part of a key without one; undefined: generate both again. @throws DataDirKeysError. */
  restore(key: string): Promise<string | undefined>;
  make(): Promise<Pair>;
}

/**
 * Reads a pair from its two files, or generates it. The key is written first: a crash in between leaves a key without its public
 * part, and never a public part without its key.
 */
async function ensurePair(pair: SharedPair, records: SharedRecords | undefined, rules: PairRules): Promise<Pair> {
  const { publicFile, keyFile } = pair;
  const local = await readPair(pair, rules);
  if (local) rules.check(local);
  const found = records ? await agreeOnPair(records, pair, local, () => rules.make()) : (local ?? (await rules.make()));
  if (!local) {
    await writeWhole(keyFile, found[1], PRIVATE_MODE);
    await writeWhole(publicFile, found[0], PUBLIC_MODE);
  }
  return found;
}

async function readPair({ publicFile, keyFile }: SharedPair, rules: PairRules): Promise<Pair | undefined> {
  const [publicPart, key] = await Promise.all([readTextIfPresent(publicFile), readTextIfPresent(keyFile)]);
  if (key === undefined) {
    if (publicPart === undefined) return undefined;
    throw new DataDirKeysError(
      `${keyFile} is missing: put it back, or remove ${publicFile} too to have both generated again`,
    );
  }
  const restored = publicPart ?? (await rules.restore(key));
  return restored === undefined ? undefined : [restored, key];
}
