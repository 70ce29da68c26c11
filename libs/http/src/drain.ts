import { ApiError, ChurnMap, holdingClock, withTimeout } from '@orch/apimachinery';
import { isHealthPath } from './health-paths.js';
import { isReplyDestroyed } from './request/reply-closed.js';
import type { ServerRequest } from './request/server-request.js';
import type { Filter } from './filter.js';

const RETRY_AFTER_SECONDS = 1;

/** Abort reason of requests when the server stops; answered where nothing was answered yet. */
export const SERVER_STOPPING: ApiError = ApiError.serviceUnavailable(
  'the server is stopping, please try again later',
  RETRY_AFTER_SECONDS,
);

/**
 * Tracks requests in flight, and ends them in order: new requests are refused, watches end, other requests are awaited
 * (ARCHITECTURE.md, stop). Health paths stay available, so that a load balancer sees the reason.
 */
export class Drain {
  private draining = false;
  private readonly inFlight = new ChurnMap<ServerRequest, true>();
  private idle: (() => void) | undefined;

  get isDraining(): boolean {
    return this.draining;
  }

  /** Answers 503 with `Retry-After` while draining. */
  readonly filter: Filter = (next) => (request) => {
    if (this.draining && !isHealthPath(request.info.path)) {
      if (request.raw.httpVersionMajor < 2) request.reply.setHeader('Connection', 'close');
      throw SERVER_STOPPING;
    }
    // Its client left before the request began: `close` was emitted, and is not emitted again.
    if (isReplyDestroyed(request.reply)) return next(request);
    this.inFlight.set(request, true);
    // Emitted once. HOT PATH (bench: get): `once` would wrap the listener, and remove it.
    request.reply.on('close', () => {
      this.inFlight.delete(request);
      if (this.inFlight.size === 0) this.idle?.();
    });
    return next(request);
  };

  /** Requests whose answer is not complete or not read yet. */
  get requests(): Iterable<ServerRequest> {
    return this.inFlight.keys();
  }

  /** From now on new requests are refused, and watches end. */
  begin(): void {
    this.draining = true;
    for (const request of this.inFlight.keys()) if (request.isLongRunning) request.abort(SERVER_STOPPING);
  }

  /** Resolves when no request is in flight; after `limitMs` the rest is aborted and no longer awaited. */
  async finished(limitMs: number): Promise<void> {
    if (this.inFlight.size === 0) return;
    const drained = new Promise<void>((resolve) => (this.idle = resolve));
    await withTimeout(holdingClock, limitMs, drained, () => undefined);
    for (const request of this.inFlight.keys()) request.abort(SERVER_STOPPING);
  }
}
