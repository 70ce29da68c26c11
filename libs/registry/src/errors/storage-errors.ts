import { ApiError, groupResource, type ResourceRef } from '@orch/apimachinery';
import type { Revision, StorageError } from '@orch/storage';
import { nameOfStorageKey } from '../keys/storage-keys.js';

/** Maps storage errors to API errors. The switch is exhaustive: a new code does not compile without a case. */
export function toApiError(error: StorageError, target: ResourceRef): ApiError {
  switch (error.code) {
    case 'KeyNotFound':
      return ApiError.notFound(target, error);
    case 'KeyExists':
      return ApiError.alreadyExists(target, error);
    case 'Conflict':
    case 'PreconditionFailed':
      return ApiError.conflict(target);
    case 'Compacted':
      return ApiError.expired('too old resource version');
    case 'Refused':
      return ApiError.serviceUnavailable(
        error.what === undefined
          ? 'the store takes no writes now, nothing was written; please try again later'
          : `${error.what}, or delete objects; nothing was written`,
        2,
        error,
      );
    case 'Unavailable':
    case 'Locked':
    case 'Lost':
      return ApiError.serviceUnavailable(
        'the store is not available; the outcome of the request is unknown, read before you retry',
        2,
        error,
      );
    case 'Corrupted':
      return ApiError.internal(`${damagedObject(error, target)}; ${REMEDY}`, error);
  }
}

const REMEDY = 'delete the object and create it again, or restore a backup of the store';

/** Names the object by its storage key, since a failed list has no object name. */
function damagedObject({ key, revision }: StorageError, target: ResourceRef): string {
  const { namespace, name } = nameOfStorageKey(key);
  const place = namespace === '' ? '' : ` in namespace "${namespace}"`;
  return `the stored data of ${groupResource(target)} "${name}"${place} is damaged (revision ${revision})`;
}

/** As `toApiError`, for a read in progress: after lost history the client must start over. */
export const toReadError = (error: StorageError, target: ResourceRef): ApiError =>
  error.code === 'Lost' ? ApiError.expired('too old resource version') : toApiError(error, target);

/** The cache did not reach the required revision in time. */
export const notCaughtUp = (): ApiError =>
  ApiError.serviceUnavailable('this server has not caught up with the store, please try again later', 2);

/**
 * The store never assigned the revision, or lost its changes: clients that saw it must relist. Answered as 410 also if it is larger
 * than the newest: clients that resume on their own treat a 504 as a transient error (decision 052).
 */
export const notInHistory = (revision: Revision, newest: Revision): ApiError =>
  ApiError.expired(
    `unknown resource version: ${revision} (${newest}): it is not part of the history of this store, list again`,
  );
