import type { ApiObject } from '@orch/apimachinery';
import { isDamageError } from '../cache/damaged-entry.js';
import type { LoopbackClient } from './loopback-client.js';

/** A bootstrap object. */
export interface EnsuredObject {
  /** Name of the resource, as in `LoopbackClient`. */
  readonly resource: string;
  /** Empty for cluster-scoped kinds. */
  readonly namespace: string;
  readonly object: ApiObject;
  /** Corrects the current object; returns the same object when it is correct. Default: the current object is left alone. */
  readonly repair?: (current: ApiObject) => ApiObject;
}

/** Creates missing objects and repairs incorrect ones, concurrently, so that they share one commit. */
export async function ensureObjects(writes: LoopbackClient, objects: readonly EnsuredObject[]): Promise<void> {
  await Promise.all(objects.map((object) => unlessDamaged(() => ensure(writes, object))));
}

/**
 * Ignores a bootstrap object whose stored value is damaged: the server starts without it. The registry has logged its key;
 * replacing it is left to the operator, who may have a backup.
 */
export async function unlessDamaged(act: () => Promise<void>): Promise<void> {
  try {
    await act();
  } catch (error) {
    if (!isDamageError(error)) throw error;
  }
}

async function ensure(writes: LoopbackClient, { resource, namespace, object, repair }: EnsuredObject): Promise<void> {
  const name = object.metadata.name!;
  const current = writes.read(resource, namespace, name);
  if (!current) return writes.createIfAbsent(resource, namespace, object);
  if (!repair || repair(current) === current) return;
  await writes.change(resource, namespace, name, repair);
}
