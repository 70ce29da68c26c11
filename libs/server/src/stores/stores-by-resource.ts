import type { ResourceDefinition } from '@orch/api';
import { groupResource } from '@orch/apimachinery';
import type { Storage } from '@orch/storage';
import type { OpenStore } from './open-stores.js';

/** A store was given for a resource that is not stored under that name. */
export class UnknownStoredResource extends Error {
  override readonly name = 'UnknownStoredResource';
}

/**
 * The stores of resources with a secondary store.
 * @throws UnknownStoredResource
 */
export function storesByResource(
  stores: readonly OpenStore[],
  definitions: readonly ResourceDefinition[],
): ReadonlyMap<string, Storage> {
  const stored = new Set(definitions.filter(({ conversion }) => !conversion).map(({ gvr }) => groupResource(gvr)));
  const byResource = new Map<string, Storage>();
  for (const { storage, resources } of stores) {
    for (const resource of resources) {
      const name = groupResource(resource);
      if (!stored.has(name)) {
        throw new UnknownStoredResource(
          `flag --redis-servers-overrides: no resource is stored as ${name}: name the plural and the group it is stored in, such as /events or /apps/deployments`,
        );
      }
      byResource.set(name, storage);
    }
  }
  return byResource;
}
