import { ApiError, type ResourceRef } from '@orch/apimachinery';
import type { StorageError } from '@orch/storage';

/** The one place where storage failures become API answers. A new code does not compile until it has a line here. */
export function toApiError(error: StorageError, target: ResourceRef): ApiError {
  switch (error.code) {
    case 'KeyNotFound':
      return ApiError.notFound(target, error);
    case 'KeyExists':
      return ApiError.alreadyExists(target, error);
    case 'Conflict':
      return ApiError.conflict(target);
    case 'Compacted':
      return ApiError.expired('too old resource version');
    case 'Refused':
      return ApiError.serviceUnavailable(
        'the store takes no writes now, nothing was written; please try again later',
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
  }
}

/** The same for a read that began: where its place in the history is gone, the client begins anew. */
export const toReadError = (error: StorageError, target: ResourceRef): ApiError =>
  error.code === 'Lost' ? ApiError.expired('too old resource version') : toApiError(error, target);

/** Memory did not become as new in time as a request needs it. */
export const notCaughtUp = (): ApiError =>
  ApiError.serviceUnavailable('this server has not caught up with the store, please try again later', 2);
