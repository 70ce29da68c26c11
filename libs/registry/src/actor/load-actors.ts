import { isBulkReadable, type Storage } from '@orch/storage';
import type { ResourceActor } from './resource-actor.js';

/** Fills the caches from the store, without parsing a single object. */
export async function loadActors(storage: Storage, actors: ReadonlyMap<string, ResourceActor>): Promise<void> {
  for (const [prefix, actor] of actors) {
    if (isBulkReadable(storage)) {
      await storage.loadAll(prefix, (stored) => actor.load(stored));
      continue;
    }
    const { items } = await storage.list(prefix);
    for await (const stored of items) actor.load(stored);
  }
}
