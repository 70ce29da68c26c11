import type { SharedRecords } from '@orch/registry';
import { DataDirKeysError } from './data-dir-keys-error.js';

/** Two PEM texts that belong together: the public part, and its key. */
export type Pair = readonly [publicPart: string, key: string];

/** What servers of one store agree on, and its files in the data directory of this one. */
export interface SharedPair {
  readonly name: 'authority' | 'service-accounts';
  readonly publicFile: string;
  readonly keyFile: string;
}

/** As it lies in the store. Without a key: it was put into the data directories, and is nobody's to hand out. */
interface StoredPair {
  readonly public: string;
  readonly key?: string;
}

/**
 * The pair of which all servers of one store use the same (decision 042). Whoever comes first decides: a server without files makes a pair
 * and leaves it in the store, one with files leaves only its public part there.
 * @param local what the data directory has. @param make is called only where neither has any.
 * @throws DataDirKeysError when the files are not those of the store, or those of the store are nowhere but in files elsewhere.
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
