import type { ApiClient } from '../api/client';
import { eachOf } from '../api/each-of';
import { failureOf } from '../api/failure';
import { deleteObject, type DeletionTarget, type Propagation } from './delete-object';

/** Requests at the same time: the limits of the server are shared with others. */
const CONCURRENT = 4;

export interface DeleteProgress {
  /** Objects that are gone, or whose deletion began. */
  readonly deleted: number;
  readonly failures: readonly { readonly target: DeletionTarget; readonly message: string }[];
}

/**
 * Deletes objects one by one; what fails does not stop the others. An object that is already gone counts as deleted.
 * @param signal after it no more requests are sent. @param onProgress called after each object.
 */
export async function deleteAll(
  client: Pick<ApiClient, 'json'>,
  targets: readonly DeletionTarget[],
  propagation: Propagation,
  signal: AbortSignal,
  onProgress: (progress: DeleteProgress) => void,
): Promise<DeleteProgress> {
  let progress: DeleteProgress = { deleted: 0, failures: [] };
  await eachOf(targets, CONCURRENT, signal, async (target) => {
    const message = await failureText(deleteObject(client, target, propagation));
    progress =
      message === undefined
        ? { ...progress, deleted: progress.deleted + 1 }
        : { ...progress, failures: [...progress.failures, { target, message }] };
    onProgress(progress);
  });
  return progress;
}

async function failureText(deletion: Promise<unknown>): Promise<string | undefined> {
  try {
    await deletion;
    return undefined;
  } catch (error) {
    const { code, message } = failureOf(error);
    return code === 404 ? undefined : message;
  }
}
