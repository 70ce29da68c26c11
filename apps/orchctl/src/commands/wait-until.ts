import { ApiError, holdingClock, sleep, systemClock } from '@orch/apimachinery';
import type { HasMetadata, ObjectKey, ResourceClient } from '@orch/client';
import { filter, firstValueFrom } from 'rxjs';
import { UserError } from '../user-error.js';

/** Before reading again after a watch that ended: a server may end each at once. */
const PAUSE_MS = 500;

/** Whether the condition is met by the current object; undefined when it does not exist. */
export type IsMet = (object: HasMetadata | undefined) => boolean;

/**
 * Waits until an object meets a condition.
 * @param timeoutMs zero means no limit.
 * @param late message of the timeout.
 * @throws UserError `late`.
 */
export async function waitUntil(
  resource: ResourceClient<HasMetadata>,
  key: ObjectKey,
  isMet: IsMet,
  timeoutMs: number,
  late: string,
): Promise<void> {
  const abort = new AbortController();
  const cancel = timeoutMs > 0 ? holdingClock.setTimer(() => abort.abort(), timeoutMs) : undefined;
  try {
    while (!(await becomesMet(resource, key, isMet, abort.signal))) {
      // Rejects when time is up.
      await sleep(systemClock, PAUSE_MS, abort.signal).catch(() => undefined);
      if (abort.signal.aborted) throw new UserError(late);
    }
  } catch (error) {
    throw abort.signal.aborted ? new UserError(late) : error;
  } finally {
    cancel?.();
  }
}

/** Gets the object, then watches from there. False when the watch ended before the condition was met: call again. */
async function becomesMet(
  resource: ResourceClient<HasMetadata>,
  key: ObjectKey,
  isMet: IsMet,
  signal: AbortSignal,
): Promise<boolean> {
  const fieldSelector = `metadata.name=${key.name}`;
  const { items, metadata } = await resource.list({ fieldSelector, signal });
  if (isMet(items.find((item) => item.metadata.name === key.name))) return true;
  const events = resource.watch({
    fieldSelector,
    signal,
    ...(metadata.resourceVersion === undefined ? {} : { resourceVersion: metadata.resourceVersion }),
  });
  const changes = events.pipe(
    filter(({ type, object }) => type !== 'BOOKMARK' && object.metadata.name === key.name),
    filter(({ type, object }) => isMet(type === 'DELETED' ? undefined : object)),
  );
  try {
    return (await firstValueFrom(changes, { defaultValue: undefined })) !== undefined;
  } catch (error) {
    if (error instanceof ApiError && error.reason === 'Expired') return false; // the revision was compacted: read again
    throw error;
  }
}
