import { ApiError, groupResource } from '@orch/apimachinery';
import type { HasMetadata, ResourceClient } from '@orch/client';
import type { DeletableResource, RemainingContent } from './namespace-content.js';

/**
 * Deletes all objects of one resource in one namespace, then lists the remaining ones.
 * @param client a view on the namespace.
 * @returns undefined when nothing is left.
 */
export async function emptyResource(
  client: ResourceClient,
  resource: DeletableResource,
  signal: AbortSignal,
): Promise<RemainingContent | undefined> {
  try {
    if (await isEmpty(client, resource, signal)) return undefined;
    await deleteAll(client, resource, signal);
    return await countRemaining(client, resource, signal);
  } catch (err) {
    if (isAbsent(err)) return undefined;
    throw err;
  }
}

/** Objects that cannot be shown, such as those that a webhook does not convert, may be deleted: then the next pass finds none. */
async function isEmpty(client: ResourceClient, resource: DeletableResource, signal: AbortSignal): Promise<boolean> {
  try {
    return (await client.list({ limit: 1, signal })).items.length === 0;
  } catch (err) {
    if (resource.deletesCollection && !isAbsent(err)) await deleteAll(client, resource, signal);
    throw err;
  }
}

/** Whether a list says that the resource itself went meanwhile (its definition was deleted), or cannot be listed after all. */
const isAbsent = (err: unknown): boolean =>
  err instanceof ApiError && (err.reason === 'NotFound' || err.reason === 'MethodNotAllowed');

/** Deletes that fail as of an absent resource count for nothing, since admission webhooks may refuse them so: the next list says what is left. */
async function deleteAll(client: ResourceClient, resource: DeletableResource, signal: AbortSignal): Promise<void> {
  try {
    if (resource.deletesCollection) await client.deleteCollection({ propagationPolicy: 'Background', signal });
    else await deleteEach(client, signal);
  } catch (err) {
    if (!isAbsent(err)) throw err;
  }
}

async function deleteEach(client: ResourceClient, signal: AbortSignal): Promise<void> {
  const kept = { members: { metadata: { name: true, deletionTimestamp: true } } };
  for await (const object of client.listAll({ signal, kept })) {
    if (object.metadata.deletionTimestamp !== undefined) continue;
    await client.deleteIfPresent(object.metadata.name ?? '', { propagationPolicy: 'Background', signal });
  }
}

/** Names of finalizers that are counted of one resource, at most: objects may have tens of thousands each. */
const MAX_FINALIZERS = 200;

const FINALIZERS = { metadata: { name: true, finalizers: true } };

async function countRemaining(
  client: ResourceClient,
  resource: DeletableResource,
  signal: AbortSignal,
): Promise<RemainingContent | undefined> {
  let count = 0;
  const finalizers = new Map<string, number>();
  for await (const object of client.listAll({ signal, kept: { members: FINALIZERS } })) {
    count++;
    for (const finalizer of finalizersOf(object)) {
      const before = finalizers.get(finalizer) ?? 0;
      if (before > 0 || finalizers.size < MAX_FINALIZERS) finalizers.set(finalizer, before + 1);
    }
  }
  return count === 0 ? undefined : { resource: groupResource(resource), source: resource, count, finalizers };
}

const finalizersOf = (object: HasMetadata): readonly string[] => object.metadata.finalizers ?? [];
