import { setImmediate as nextTurn } from 'node:timers/promises';
import { ApiError } from '@orch/apimachinery';
import {
  deleteBatches,
  splitObjectKey,
  SYSTEM_USER,
  type Change,
  type ResourceStore,
  type WriteRequest,
} from '@orch/registry';
import { filter, firstValueFrom, fromEvent, merge, Subject, type Observable } from 'rxjs';

const EVERYTHING = { namespace: undefined, name: undefined, labels: undefined, fields: undefined };

/**
 * Deletes every object of a kind, and resolves when none is left: objects with finalizers wait for them. Objects created meanwhile are deleted
 * too.
 * @param changes of the kind's objects.
 * @param ended the wait ends without success.
 * @throws what a delete throws; the reason of `ended`.
 */
export async function deleteInstances(
  store: ResourceStore,
  changes: Observable<Change>,
  ended: AbortSignal,
): Promise<void> {
  const failed = new Subject<never>();
  const stopped = fromEvent(ended, 'abort');
  const created = changes.pipe(filter(({ type }) => type === 'ADDED')).subscribe(({ entry }) => {
    deleteOne(store, entry.key).catch((error: unknown) => failed.error(error));
  });
  try {
    await deleteAll(store, ended);
    while (store.objectCount > 0) {
      ended.throwIfAborted(); // the signal emits no event any more
      await firstValueFrom(merge(changes, stopped, failed), { defaultValue: undefined });
    }
    ended.throwIfAborted();
  } finally {
    created.unsubscribe();
  }
}

/** Damaged objects too. @throws the reason of `ended` before the next batch. */
async function deleteAll(store: ResourceStore, ended: AbortSignal): Promise<void> {
  const { entries } = await store.list({ limit: 0 }, EVERYTHING, { includesDamaged: true, namesOnly: true });
  for (const batch of deleteBatches(entries)) {
    ended.throwIfAborted();
    await Promise.all(batch.entries.map(({ key }) => deleteOne(store, key)));
    await nextTurn();
  }
}

async function deleteOne(store: ResourceStore, key: string): Promise<void> {
  const { namespace, name } = splitObjectKey(key);
  try {
    await store.delete(requestIn(store, namespace), name, {});
  } catch (error) {
    if (!(error instanceof ApiError && error.reason === 'NotFound')) throw error;
  }
}

const requestIn = ({ definition }: ResourceStore, namespace: string): WriteRequest => ({
  namespace,
  user: SYSTEM_USER,
  dryRun: false,
  fieldValidation: 'Ignore',
  fieldManager: definition.vocabulary.apiServerLease.component,
  warn: () => undefined,
  keepsStatus: true,
});
