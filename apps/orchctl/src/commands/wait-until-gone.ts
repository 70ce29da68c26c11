import { ApiError } from '@orch/apimachinery';
import type { HasMetadata, ObjectKey, ResourceClient } from '@orch/client';
import { filter, firstValueFrom } from 'rxjs';
import { UserError } from '../user-error.js';

/**
 * Waits until the object is gone, or another of its name stands there.
 * @param uid of the object; undefined when the server did not tell: then any object of the name counts.
 * @param timeoutMs zero is no limit.
 * @throws UserError when time is up.
 */
export async function waitUntilGone(
  resource: ResourceClient<HasMetadata>,
  key: ObjectKey,
  uid: string | undefined,
  timeoutMs: number,
): Promise<void> {
  const abort = new AbortController();
  const timer = timeoutMs > 0 ? setTimeout(() => abort.abort(), timeoutMs) : undefined;
  try {
    while (!(await isGone(resource, key, uid, abort.signal))) {
      if (abort.signal.aborted) throw new UserError(`timed out waiting until "${key.name}" is gone`);
    }
  } finally {
    clearTimeout(timer);
  }
}

/** Looks, then watches from there. False when the watch ended before the object did: look again. */
async function isGone(
  resource: ResourceClient<HasMetadata>,
  key: ObjectKey,
  uid: string | undefined,
  signal: AbortSignal,
): Promise<boolean> {
  const fieldSelector = `metadata.name=${key.name}`;
  const { items, metadata } = await resource.list({ fieldSelector });
  const present = items.find((item) => item.metadata.name === key.name);
  if (!present || (uid !== undefined && present.metadata.uid !== uid)) return true;
  const events = resource.watch({
    fieldSelector,
    signal,
    ...(metadata.resourceVersion === undefined ? {} : { resourceVersion: metadata.resourceVersion }),
  });
  const removal = events.pipe(filter((event) => event.type === 'DELETED' && event.object.metadata.name === key.name));
  try {
    return (await firstValueFrom(removal, { defaultValue: undefined })) !== undefined;
  } catch (error) {
    if (error instanceof ApiError && error.reason === 'Expired') return false; // too old to watch from: look again
    throw error;
  }
}
