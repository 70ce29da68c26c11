import { ApiError, type Clock, type GroupVersionResource } from '@orch/apimachinery';
import { TransportError, type InformerReports } from '@orch/client';
import type { Logger } from '@orch/process';
import { loggedFailure } from '../logged-failure.js';

/** A server that is away is away for all resources: one outage. */
const SERVER = '';

/**
 * Tells an outage in two lines, when it begins and when it is over, however many resources are concerned and however often each
 * is tried meanwhile. The tries between are debug lines.
 */
export class OutageLog implements InformerReports {
  /** When each outage began, by resource, or under `SERVER`. Unit: milliseconds. */
  private readonly began = new Map<string, number>();

  constructor(
    private readonly logger: Logger,
    private readonly clock: Clock,
  ) {}

  readonly onFailure = (failure: unknown, { resource }: GroupVersionResource): void => {
    const error = loggedFailure(failure);
    // History that has run out is in the order of things: the resource is listed anew.
    const isRoutine = failure instanceof ApiError && failure.reason === 'Expired';
    const what = isAway(failure) ? SERVER : resource;
    if (isRoutine || this.began.has(what)) {
      this.logger.debug('list or watch failed again', { resource, error });
      return;
    }
    this.began.set(what, this.clock.now());
    if (what === SERVER) this.logger.warn('the API server is away: trying until it answers', { error });
    else this.logger.warn('cannot list or watch: trying until it works', { resource, error });
  };

  readonly onRecovery = ({ resource }: GroupVersionResource): void => {
    this.end(SERVER, 'the API server answers again');
    this.end(resource, 'list and watch work again');
  };

  private end(what: string, message: string): void {
    const beganMs = this.began.get(what);
    if (beganMs === undefined) return;
    this.began.delete(what);
    const seconds = Math.round((this.clock.now() - beganMs) / 1_000);
    this.logger.info(message, { ...(what === SERVER ? {} : { resource: what }), seconds });
  }
}

/** Whether nothing can be had from the server at all, or not now. */
function isAway(failure: unknown): boolean {
  if (failure instanceof TransportError) return failure.code !== 'Protocol';
  return failure instanceof ApiError && failure.reason === 'ServiceUnavailable';
}
