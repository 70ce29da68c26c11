import { ApiError, type Status } from '@orch/apimachinery';

/** A refusal with status 500 and no reason, as kube-apiserver answers where a plugin fails without an API error. */
export class RefusalWithoutReason extends ApiError {
  constructor(message: string) {
    super('InternalError', message);
  }

  override toStatus(): Status {
    const { reason: _reason, ...status } = super.toStatus();
    return status;
  }
}
