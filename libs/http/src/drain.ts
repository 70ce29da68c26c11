import { ApiError, ChurnMap } from '@orch/apimachinery';
import { isHealthPath } from './health-paths.js';
import type { ServerRequest } from './request/server-request.js';
import type { Filter } from './filter.js';

const RETRY_AFTER_SECONDS = 1;

/** Why the signal of a watch fires when the server stops. */
export const SERVER_STOPPING: Error = new Error('the server is stopping');

/**
 * Knows what is under way, and ends it in order: new requests are refused, watches end, other requests are waited for
 * (ARCHITECTURE.md, stop). Health paths stay open, so that a load balancer can see why.
 */
export class Drain {
  private draining = false;
  private readonly underWay = new ChurnMap<ServerRequest, true>();
  private idle: (() => void) | undefined;

  get isDraining(): boolean {
    return this.draining;
  }

  /** Answers 503 with `Retry-After` while draining. */
  readonly filter: Filter = (next) => (request) => {
    if (this.draining && !isHealthPath(request.info.path)) {
      if (request.raw.httpVersionMajor < 2) request.reply.setHeader('Connection', 'close');
      throw ApiError.serviceUnavailable('the server is stopping, please try again later', RETRY_AFTER_SECONDS);
    }
    this.underWay.set(request, true);
    request.reply.once('close', () => {
      this.underWay.delete(request);
      if (this.underWay.size === 0) this.idle?.();
    });
    return next(request);
  };

  /** Requests whose answer has not been taken yet. */
  get requests(): Iterable<ServerRequest> {
    return this.underWay.keys();
  }

  /** From now on nothing new begins, and watches end. */
  begin(): void {
    this.draining = true;
    for (const request of this.underWay.keys()) if (request.isLongRunning) request.abort(SERVER_STOPPING);
  }

  /** Resolves when nothing is under way any more; after `limitMs` the rest is told to stop and no longer waited for. */
  async finished(limitMs: number): Promise<void> {
    if (this.underWay.size === 0) return;
    let timer: NodeJS.Timeout | undefined;
    const timeout = new Promise<void>((resolve) => (timer = setTimeout(resolve, limitMs)));
    const drained = new Promise<void>((resolve) => (this.idle = resolve));
    await Promise.race([drained, timeout]);
    clearTimeout(timer);
    for (const request of this.underWay.keys()) request.abort(SERVER_STOPPING);
  }
}
