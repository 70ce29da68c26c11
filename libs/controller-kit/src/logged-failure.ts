import { ApiError } from '@orch/apimachinery';
import { ConfigurationError, TransportError } from '@orch/client';

/**
 * A failure as it is logged: an error of the server, the network or the credentials as one line, since its stack would only
 * show this client; any other error is a bug and keeps its stack.
 */
export function loggedFailure(failure: unknown): unknown {
  const isExpected =
    failure instanceof ApiError || failure instanceof TransportError || failure instanceof ConfigurationError;
  return isExpected ? failure.message : failure;
}
