import type { SharedRecords } from '@orch/registry';
import { DataDirKeysError } from './data-dir-keys-error.js';

/** A pair in PEM: the public part and its private key. */
export type Pair = readonly [publicPart: string, key: string];

/** A pair that the servers of one store share, and its files in the data directory. */
export interface SharedPair {
  readonly name: 'authority' | 'service-accounts';
  readonly publicFile: string;
  readonly keyFile: string;
}

/** A pair in the store. Without key: the operator put the pair into the data directories, so the store does not distribute it. */
interface StoredPair {
  readonly public: string;
  readonly key?: string;
}

/**
 * The pair that all servers of one store share (decision 042). The first server decides: without files it generates a pair and stores it,
 * with files it stores only the public part.
 * @param local the pair of the data directory. @param make called only when neither has a pair.
 * @throws DataDirKeysError when the files are not those of the store, or when the key is only in files of other servers.
 */
export async function agreeOnPair(
  records: SharedRecords,
  pair: SharedPair,
  local: Pair | undefined,
  make: () => Promise<Pair>,
): Promise<Pair> {
  const stored = (await records.agree('keys', pair.name, () => proposed(local, make))) as StoredPair;
  if (!local) return usable(stored, pair);
  if (stored.public.trim() === local[0].trim()) return local;
  throw new DataDirKeysError(
    `${pair.publicFile} and ${pair.keyFile} are not those that the servers on this store use: ${advice(stored)}`,
  );
}

async function proposed(local: Pair | undefined, make: () => Promise<Pair>): Promise<StoredPair> {
  const [publicPart, key] = local ?? (await make());
  return local ? { public: publicPart } : { public: publicPart, key };
}

function usable({ public: publicPart, key }: StoredPair, { publicFile, keyFile }: SharedPair): Pair {
  if (key !== undefined) return [publicPart, key];
  throw new DataDirKeysError(
    `the servers on this store keep this pair in files: copy ${publicFile} and ${keyFile} from the data directory of one of them`,
  );
}

const advice = ({ key }: StoredPair): string =>
  key === undefined
    ? 'copy both from the data directory of one of them'
    : 'remove both to have them made from the store, or start on the store they belong to';
