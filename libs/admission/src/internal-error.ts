import { ApiError } from '@orch/apimachinery';

/** An error of admission itself, or of what it calls, with its message as cause too, as kube-apiserver has it. */
export const internalError = (message: string, cause?: unknown): ApiError =>
  new ApiError('InternalError', `Internal error occurred: ${message}`, { details: { causes: [{ message }] }, cause });
