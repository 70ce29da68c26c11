import type { ApiObject } from '@orch/apimachinery';
import { isDamageError } from '../cache/damaged-entry.js';
import type { LoopbackClient } from './loopback-client.js';

/** An object that the server makes and keeps. */
export interface EnsuredObject {
  /** As `LoopbackClient` names it. */
  readonly resource: string;
  /** Empty where there is none. */
  readonly namespace: string;
  readonly object: ApiObject;
  /** What stands, set right; the same object when nothing is to be done. Default: what stands is right. */
  readonly repair?: (standing: ApiObject) => ApiObject;
}

/** Makes what is missing and sets right what is not as it should be: all at once, so that it becomes one commit. */
export async function ensureObjects(writes: LoopbackClient, objects: readonly EnsuredObject[]): Promise<void> {
  await Promise.all(objects.map((object) => unlessDamaged(() => ensure(writes, object))));
}

/**
 * Leaves a bootstrap object whose stored value is damaged as it is: the server starts without it. The registry has logged which one
 * it is, and replacing it is the operator's decision: a backup may have it.
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
  const standing = writes.read(resource, namespace, name);
  if (!standing) return writes.createIfAbsent(resource, namespace, object);
  if (!repair || repair(standing) === standing) return;
  await writes.change(resource, namespace, name, repair);
}
