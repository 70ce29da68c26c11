import { isDiskBound, type Storage } from '@orch/storage';
import type { HealthCheck } from './health-checks.js';

/** Not ready while the disk of a store is full: objects cannot be created then, only read and deleted. */
export const diskSpaceCheck = (stores: readonly { readonly storage: Storage }[]): HealthCheck => ({
  name: 'disk-space',
  check: () => {
    for (const { storage } of stores)
      if (isDiskBound(storage) && storage.diskFull !== undefined) throw new Error(storage.diskFull);
  },
});
