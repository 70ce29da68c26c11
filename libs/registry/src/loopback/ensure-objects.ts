import { setImmediate as nextTurn } from 'node:timers/promises';
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

/** Writes that begin in one turn of the event loop: some ten milliseconds, with code that was rarely run. */
const WRITES_PER_TURN = 16;

/** Creates missing objects and repairs incorrect ones, as `ensureEach`. */
export const ensureObjects = (writes: LoopbackClient, objects: readonly EnsuredObject[]): Promise<void> =>
  ensureEach(objects, (object) => ensure(writes, object));

/**
 * Calls `act` for each object, concurrently, so that the writes share commits, and a few in each turn of the event loop: a server that
 * restores its objects answers requests meanwhile. Damaged objects are ignored, as by `unlessDamaged`.
 */
export async function ensureEach<T>(objects: Iterable<T>, act: (object: T) => Promise<void>): Promise<void> {
  const acts: Promise<void>[] = [];
  for (const object of objects) {
    if (acts.length > 0 && acts.length % WRITES_PER_TURN === 0) await nextTurn();
    const running = unlessDamaged(() => act(object));
    running.catch(() => undefined); // thrown below
    acts.push(running);
  }
  await Promise.all(acts);
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
