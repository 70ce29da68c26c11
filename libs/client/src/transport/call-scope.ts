import type { Clock } from '@orch/apimachinery';
import { TransportError } from '../errors/transport-error.js';

/**
 * Scope of one call: its signal is aborted by the caller's signal or by the deadline, whichever comes first.
 * `end` must be called to release the timer and the listener.
 */
export class CallScope {
  private readonly controller = new AbortController();
  private readonly cancelTimer: (() => void) | undefined;
  private readonly onAbort: (() => void) | undefined;

  constructor(
    clock: Clock,
    private readonly outer: AbortSignal | undefined,
    timeoutMs: number | undefined,
    what: string,
  ) {
    if (outer?.aborted) {
      this.controller.abort(outer.reason);
      return;
    }
    if (outer) {
      this.onAbort = () => this.controller.abort(outer.reason);
      outer.addEventListener('abort', this.onAbort, { once: true });
    }
    if (timeoutMs !== undefined) {
      this.cancelTimer = clock.setTimer(
        () => this.controller.abort(new TransportError('Deadline', `${what}: no answer within ${timeoutMs} ms`)),
        timeoutMs,
      );
    }
  }

  get signal(): AbortSignal {
    return this.controller.signal;
  }

  abort(reason: Error): void {
    this.controller.abort(reason);
  }

  /** Cancels the deadline: only the caller's signal ends the call from here on. */
  cancelDeadline(): void {
    this.cancelTimer?.();
  }

  end(): void {
    this.cancelDeadline();
    if (this.onAbort) this.outer?.removeEventListener('abort', this.onAbort);
  }
}
