import { ApiError } from './api-error.js';
import type { Status } from './status.js';

/** A refusal with status 500 and no reason, as kube-apiserver answers where something fails without an API error. */
export class RefusalWithoutReason extends ApiError {
  constructor(message: string) {
    super('InternalError', message);
  }

  override toStatus(): Status {
    const { reason: _reason, ...status } = super.toStatus();
    return status;
  }
}
