import { ApiError, type Status } from '@orch/apimachinery';

/** An object could not be converted to another version: 500 without a reason, as kube-apiserver answers. */
export class ConversionError extends ApiError {
  constructor(message: string, cause?: unknown) {
    super('InternalError', message, { cause });
  }

  override toStatus(): Status {
    const { reason: _reason, ...status } = super.toStatus();
    return status;
  }
}
