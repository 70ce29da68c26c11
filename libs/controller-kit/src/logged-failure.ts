import { ApiError } from '@orch/apimachinery';
import { TransportError } from '@orch/client';

/**
 * A failure as it is logged: an error of the server or the network as one line, since its stack would only show this
 * client; any other error is a bug and keeps its stack.
 */
export function loggedFailure(failure: unknown): unknown {
  return failure instanceof ApiError || failure instanceof TransportError ? failure.message : failure;
}
