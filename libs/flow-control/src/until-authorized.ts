import type { ServerRequest, Step } from '@orch/http';

/**
 * Handles a long-running request, such as a watch or `exec`, which holds its seat until it is authorized: authorizers
 * may take long, and unauthorized requests must be limited. Afterwards it lasts as long as its client wants.
 * @param leave releases the seat; called once.
 */
export function untilAuthorized(next: Step, request: ServerRequest, leave: () => void): void | Promise<void> {
  let left = false;
  const once = (): void => {
    if (left) return;
    left = true;
    leave();
  };
  request.onAuthorized = once;
  let result: void | Promise<void>;
  try {
    result = next(request);
  } catch (error) {
    once();
    throw error;
  }
  if (result instanceof Promise) return result.finally(once);
  once();
}
