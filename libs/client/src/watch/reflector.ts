import { ApiError, sleep } from '@orch/apimachinery';
import { finalize } from 'rxjs';
import { ConfigurationError } from '../configuration/configuration-error.js';
import type { HasMetadata } from '../object/object-key.js';
import type { SelectorOptions, WatchOptions } from '../resource/call-options.js';
import { listWhole } from '../resource/list-pages.js';
import { Backoff } from '../transport/backoff.js';
import { pauseBeforeRetryMs } from '../transport/retry-policy.js';
import { TransportError } from '../errors/transport-error.js';
import type { ListWatch, ReflectOptions } from './reflect-options.js';
import type { ReflectorEvent } from './reflector-event.js';
import { isAtOrBefore } from './resource-version.js';

/** Minimum requested timeout of a watch; each requests up to twice this, so that watches do not end all at once. */
const WATCH_SECONDS = 300;

/** Time beyond the requested timeout after which the connection of a watch counts as dead. */
const WATCH_GRACE_MS = 30_000;

/** A watch that lasted this long resets the backoff. */
const GOOD_WATCH_MS = 10_000;

/** The list and watch loop of `reflect`, until stopped. */
export class Reflector<T extends HasMetadata> {
  /** Pauses before a watch that resumes. */
  private readonly backoff: Backoff;
  /** Pauses before a relist: an event does not reset it, or a server that sends one event and then 410 would be listed without a pause. */
  private readonly relistBackoff: Backoff;
  private readonly selectors: SelectorOptions & Pick<WatchOptions, 'kept'>;
  /** The last emitted revision; undefined: a list is needed. */
  private position: string | undefined;
  private failing = false;

  constructor(
    private readonly source: ListWatch<T>,
    private readonly options: ReflectOptions,
    private readonly emit: (event: ReflectorEvent<T>) => void,
  ) {
    const pauses = options.backoff ?? { firstMs: 100, maxMs: 30_000 };
    this.backoff = new Backoff(pauses, options.random);
    this.relistBackoff = new Backoff(pauses, options.random);
    this.selectors = {
      ...(options.labelSelector === undefined ? {} : { labelSelector: options.labelSelector }),
      ...(options.fieldSelector === undefined ? {} : { fieldSelector: options.fieldSelector }),
      ...(options.kept === undefined ? {} : { kept: options.kept }),
    };
  }

  /** Rejects with the signal's reason, once it is aborted; never resolves. */
  async run(signal: AbortSignal): Promise<never> {
    for (;;) {
      signal.throwIfAborted();
      const failure = await this.turn(signal);
      signal.throwIfAborted();
      if (failure !== undefined) {
        this.failing = true;
        this.options.onFailure?.(failure);
        if (!canResume(failure)) this.position = undefined;
      }
      const backoff = this.position === undefined ? this.relistBackoff : this.backoff;
      await sleep(this.options.clock, pauseBeforeRetryMs(failure, backoff), signal);
    }
  }

  /** A list if one is needed, then one watch. Returns its error, or undefined when the server ended the watch regularly. */
  private async turn(signal: AbortSignal): Promise<unknown> {
    try {
      if (this.position === undefined) await this.list(signal);
      // Its subscriber may have been content with the list.
      signal.throwIfAborted();
      await this.watch(this.position!, signal);
      return undefined;
    } catch (err) {
      return err;
    }
  }

  private async list(signal: AbortSignal): Promise<void> {
    const { pageItems } = this.options;
    const { items, resourceVersion } = await listWhole((o) => this.source.list({ ...o, signal }), {
      ...this.selectors,
      ...(pageItems === undefined ? {} : { limit: pageItems }),
    });
    if (resourceVersion === '') throw new TransportError('Protocol', 'the list has no resourceVersion to watch from');
    signal.throwIfAborted();
    this.position = resourceVersion;
    this.emit({ type: 'REPLACE', objects: items, resourceVersion });
  }

  private watch(from: string, signal: AbortSignal): Promise<void> {
    const { clock, random } = this.options;
    const timeoutSeconds = Math.round(WATCH_SECONDS * (1 + random()));
    const options: WatchOptions = {
      ...this.selectors,
      resourceVersion: from,
      allowBookmarks: true,
      timeoutSeconds,
      onOpen: () => this.recovered(),
    };
    const openedMs = clock.now();
    return new Promise((resolve, reject) => {
      const cancelDeadline = clock.setTimer(
        () => {
          subscription.unsubscribe();
          reject(new TransportError('Deadline', `a watch of ${timeoutSeconds} s did not end`));
        },
        timeoutSeconds * 1000 + WATCH_GRACE_MS,
      );
      const onAbort = (): void => {
        subscription.unsubscribe();
        reject(signal.reason as Error);
      };
      signal.addEventListener('abort', onAbort, { once: true });
      const subscription = this.source
        .watch(options)
        .pipe(
          finalize(() => {
            cancelDeadline();
            signal.removeEventListener('abort', onAbort);
            if (clock.now() - openedMs < GOOD_WATCH_MS) return;
            this.backoff.reset();
            this.relistBackoff.reset();
          }),
        )
        .subscribe({ next: (event) => this.take(event), error: reject, complete: resolve });
    });
  }

  private recovered(): void {
    if (!this.failing) return;
    this.failing = false;
    this.options.onRecovery?.();
  }

  private take(event: { readonly type: 'ADDED' | 'MODIFIED' | 'DELETED' | 'BOOKMARK'; readonly object: T }): void {
    const resourceVersion = event.object.metadata.resourceVersion ?? '';
    // After a reconnect a server may repeat events: emit each once.
    if (resourceVersion === '' || isAtOrBefore(resourceVersion, this.position!)) return;
    this.position = resourceVersion;
    this.backoff.reset();
    if (event.type === 'BOOKMARK') this.emit({ type: 'BOOKMARK', resourceVersion });
    else this.emit({ type: event.type, object: event.object, resourceVersion });
  }
}

/**
 * Whether a watch may resume from the last revision after this failure. Broken connections, overload and restarts lose
 * no events, nor does a request without credentials; any other failure (410 Expired, 504 for an unknown revision, an invalid response, 404) requires a
 * relist.
 */
function canResume(failure: unknown): boolean {
  if (failure instanceof TransportError) return failure.code !== 'Protocol';
  if (failure instanceof ConfigurationError) return true;
  if (!(failure instanceof ApiError)) return false;
  return (
    failure.reason === 'TooManyRequests' ||
    failure.reason === 'ServiceUnavailable' ||
    failure.reason === 'InternalError'
  );
}
