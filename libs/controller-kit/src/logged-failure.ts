import { ApiError } from '@orch/apimachinery';
import { TransportError } from '@orch/client';

/**
 * A failure as the log shows it: what the server or the network said is one line, since the stack would only show this
 * client; all else is a bug and keeps its stack.
 */
export function loggedFailure(failure: unknown): unknown {
  return failure instanceof ApiError || failure instanceof TransportError ? failure.message : failure;
}
