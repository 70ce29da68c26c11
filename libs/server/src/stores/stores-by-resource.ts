import { groupResource } from '@orch/apimachinery';
import type { Storage } from '@orch/storage';
import type { OpenStore } from './open-stores.js';

/** Which stored resources have a store of their own. */
export const storesByResource = (stores: readonly OpenStore[]): ReadonlyMap<string, Storage> =>
  new Map(
    stores.flatMap(({ storage, resources }) =>
      resources.map((resource) => [groupResource(resource), storage] as const),
    ),
  );
