import { ApiError } from '../status/api-error.js';

/** What clients know as the message of a patch that does not fit; the cause tells why. */
const REJECTED = 'the server rejected our request due to an error in our request';
const CAUSE = 'UnexpectedServerResponse';

/** A well-formed patch that cannot be applied to the object that stands: 422 Invalid. */
export const patchRejected = (message: string): ApiError =>
  new ApiError('Invalid', REJECTED, { details: { causes: [{ reason: CAUSE, message, field: 'patch' }] } });
