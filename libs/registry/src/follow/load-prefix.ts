import { isBulkReadable, type ReadOptions, type Revision, type Storage, type Stored } from '@orch/storage';

/** Visits everything under `prefix` at one revision, in key order, without parsing. Returns that revision. */
export async function loadPrefix(
  storage: Storage,
  prefix: string,
  visit: (stored: Stored) => void,
  options: ReadOptions,
): Promise<Revision> {
  if (isBulkReadable(storage)) return storage.loadAll(prefix, visit, options);
  const { revision, items } = await storage.list(prefix, options);
  for await (const stored of items) visit(stored);
  return revision;
}
