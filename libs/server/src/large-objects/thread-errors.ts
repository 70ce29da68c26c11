import { ApiError } from '@orch/apimachinery';

const RETRY_AFTER_SECONDS = 2;

export const shuttingDown = (): ApiError =>
  ApiError.serviceUnavailable('the server is shutting down', RETRY_AFTER_SECONDS);

export const tooLarge = (): ApiError =>
  ApiError.tooLarge('the request takes too much time or memory: make the object smaller');

export const notStarted = (): ApiError =>
  ApiError.serviceUnavailable('the thread of large objects does not start: try again', RETRY_AFTER_SECONDS);

/** Another task was the reason that the thread was ended. */
export const interrupted = (): ApiError =>
  ApiError.serviceUnavailable(
    'the request was interrupted by another on a large object: try again',
    RETRY_AFTER_SECONDS,
  );

/** Clients do not repeat the request after it: they would create another object, or patch it twice. */
export const unanswered = (): ApiError =>
  new ApiError('InternalError', 'the object may be stored, but the thread of large objects ended before the answer');

export const endedBefore = (): ApiError => ApiError.badRequest('the request was ended before it was begun');

export const tooManyTasks = (): ApiError =>
  ApiError.tooManyRequests('too many requests on large objects wait: try again later', RETRY_AFTER_SECONDS);
