import { isDiskBound, type Storage } from '@orch/storage';
import type { HealthCheck } from './health-checks.js';

/** Whether objects can be created: not while the disk of a store is full. It can be read then, and objects can be deleted. */
export const diskSpaceCheck = (stores: readonly { readonly storage: Storage }[]): HealthCheck => ({
  name: 'disk-space',
  check: () => {
    for (const { storage } of stores)
      if (isDiskBound(storage) && storage.diskFull !== undefined) throw new Error(storage.diskFull);
  },
});
