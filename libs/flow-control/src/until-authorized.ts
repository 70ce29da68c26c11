import type { Seat, ServerRequest, Step } from '@orch/http';

/**
 * Handles a long-running request, such as a watch or `exec`, which holds its seat until it is authorized: authorizers
 * may take long, and unauthorized requests must be limited. Afterwards it lasts as long as its client wants.
 */
export function untilAuthorized(next: Step, request: ServerRequest, seat: Seat): void | Promise<void> {
  request.onAuthorized = () => seat.release();
  let result: void | Promise<void>;
  try {
    result = next(request);
  } catch (error) {
    seat.release();
    throw error;
  }
  if (result instanceof Promise) return result.finally(() => seat.release());
  seat.release();
}
