import { ApiError } from '../status/api-error.js';

/** Message of kube-apiserver for a patch that cannot be applied; the cause has the reason. */
const REJECTED = 'the server rejected our request due to an error in our request';
const CAUSE = 'UnexpectedServerResponse';

/** A well-formed patch that cannot be applied to the current object: 422 Invalid. */
export const patchRejected = (message: string): ApiError =>
  new ApiError('Invalid', REJECTED, { details: { causes: [{ reason: CAUSE, message, field: 'patch' }] } });
