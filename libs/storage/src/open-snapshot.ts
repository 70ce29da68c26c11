import { type SnapshotAccess, openEmbeddedSnapshot } from './embedded/embedded-snapshot.js';
import { embeddedDirectory, openStorage, type StorageOptions } from './open-storage.js';
import { isShared } from './shared-storage.js';
import type { StoreSnapshot } from './store-snapshot.js';

/**
 * A snapshot of the configured store, to be copied. Servers may use the store meanwhile, unless `access` is exclusive (embedded
 * store only).
 * @throws NoStoreError, and what `openStorage` throws. Reading the items of a store on Redis fails with StorageError Compacted when that takes longer
 * than the history window.
 */
export async function openSnapshot(options: StorageOptions, access: SnapshotAccess): Promise<StoreSnapshot> {
  if (options.backend === 'embedded') return openEmbeddedSnapshot(embeddedDirectory(options.dataDir), access);
  const storage = await openStorage(options);
  try {
    const { revision, items } = await storage.list('', access);
    return {
      revision,
      items,
      get: (key) => storage.get(key),
      newestRevision: () => (isShared(storage) ? storage.confirm() : Promise.resolve(storage.revision)),
      close: () => storage.close(),
    };
  } catch (error) {
    await storage.close();
    throw error;
  }
}
