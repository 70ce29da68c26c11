import { ApiError, type Clock, type GroupVersionResource } from '@orch/apimachinery';
import { TransportError, type InformerReports } from '@orch/client';
import type { Logger } from '@orch/process';
import { loggedFailure } from '../logged-failure.js';

/** An unavailable server affects all resources: one outage. */
const SERVER = '';

/**
 * Logs an outage in two lines, at its start and its end, however many resources are affected and however often each
 * is retried. The retries are debug lines.
 */
export class OutageLog implements InformerReports {
  /** Start of each outage, by resource, or under `SERVER`. Unit: milliseconds. */
  private readonly began = new Map<string, number>();

  constructor(
    private readonly logger: Logger,
    private readonly clock: Clock,
  ) {}

  readonly onFailure = (failure: unknown, { resource }: GroupVersionResource): void => {
    const error = loggedFailure(failure);
    // A compacted history is routine: the resource is relisted.
    const isRoutine = failure instanceof ApiError && failure.reason === 'Expired';
    const what = isUnavailable(failure) ? SERVER : resource;
    if (isRoutine || this.began.has(what)) {
      this.logger.debug('list or watch failed again', { resource, error });
      return;
    }
    this.began.set(what, this.clock.now());
    if (what === SERVER) this.logger.warn('API server unavailable, retrying', { error });
    else this.logger.warn('list or watch failed, retrying', { resource, error });
  };

  readonly onRecovery = ({ resource }: GroupVersionResource): void => {
    this.end(SERVER, 'API server available again');
    this.end(resource, 'list and watch recovered');
  };

  private end(what: string, message: string): void {
    const beganMs = this.began.get(what);
    if (beganMs === undefined) return;
    this.began.delete(what);
    const seconds = Math.round((this.clock.now() - beganMs) / 1_000);
    this.logger.info(message, { ...(what === SERVER ? {} : { resource: what }), seconds });
  }
}

/** Whether the server is unreachable or not ready. */
function isUnavailable(failure: unknown): boolean {
  if (failure instanceof TransportError) return failure.code !== 'Protocol';
  return failure instanceof ApiError && failure.reason === 'ServiceUnavailable';
}
