import type { ServerRequest, Step } from '@orch/http';

/**
 * Handles a long-running request, such as a watch or `exec`, which holds its place until it is authorized: authorizers may take long, and
 * requests that nobody has authorized must not be without bound. Afterwards it lives as long as its client wants.
 * @param leave gives the place back; called once.
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
