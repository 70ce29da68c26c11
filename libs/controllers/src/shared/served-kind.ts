import { sleep, type Clock, type GroupVersionResource, type Random } from '@orch/apimachinery';
import { reflect, type Client, type HasMetadata, type ReflectorEvent, type SelectorOptions } from '@orch/client';
import { OutageLog, type Logger } from '@orch/controller-kit';
import { distinctUntilChanged, EMPTY, Observable, switchMap, tap } from 'rxjs';

/** Interval of discovery. */
const REDISCOVER_MS = 30_000;
/** Delay after a failed discovery. */
const RETRY_MS = 1_000;

export interface ServedKindOptions {
  readonly client: Pick<Client, 'resource' | 'discovery'>;
  readonly clock: Clock;
  readonly random: Random;
  readonly logger: Logger;
  readonly group: string;
  readonly resource: string;
  /** Versions of the kind that the controller knows. */
  readonly versions: readonly string[];
  /** Default: all objects. */
  readonly selectors?: SelectorOptions;
}

/**
 * The objects of a kind that a server may serve or not, in the version that it prefers: that depends on its release and on `--runtime-config`, and
 * may change while the controller runs. While it serves none: discovery every 30 s, and no watch.
 */
export class ServedKind<T extends HasMetadata> {
  /** The kind in the version that is served; undefined while there is none. */
  resource: GroupVersionResource | undefined;
  /** Its objects and their changes, beginning with `REPLACE` each time it is served in another version. Never errors. Unsubscribing ends discovery and watch. */
  readonly events$: Observable<ReflectorEvent<T>>;
  /** Resolves with the answer of discovery, and the first list, or its failure, of a kind that is served. */
  readonly synced: Promise<void>;
  private resolveSynced: () => void = () => undefined;
  private readonly outages: OutageLog;

  constructor(private readonly options: ServedKindOptions) {
    this.outages = new OutageLog(options.logger, options.clock);
    this.synced = new Promise((resolve) => (this.resolveSynced = resolve));
    this.events$ = this.found().pipe(
      distinctUntilChanged((one, other) => one?.version === other?.version),
      switchMap((resource) => this.follow(resource)),
    );
  }

  private follow(resource: GroupVersionResource | undefined): Observable<ReflectorEvent<T>> {
    this.resource = resource;
    if (resource === undefined) {
      this.resolveSynced();
      return EMPTY;
    }
    const { client, clock, random, selectors } = this.options;
    const events$ = reflect<T>(client.resource<T>(resource), {
      clock,
      random,
      ...selectors,
      onFailure: (failure) => {
        this.outages.onFailure(failure, resource);
        this.resolveSynced();
      },
      onRecovery: () => this.outages.onRecovery(resource),
    });
    // After the event, so that its keys are known.
    return events$.pipe(tap(() => queueMicrotask(() => this.resolveSynced())));
  }

  /** The kind at each discovery. */
  private found(): Observable<GroupVersionResource | undefined> {
    return new Observable((subscriber) => {
      const stopping = new AbortController();
      const { signal } = stopping;
      const run = async (): Promise<never> => {
        for (;;) {
          const found = await this.look(signal);
          signal.throwIfAborted();
          if (found) subscriber.next(found.resource);
          await sleep(this.options.clock, found ? REDISCOVER_MS : RETRY_MS, signal);
        }
      };
      run().catch((error: unknown) => {
        // It ends only when it is stopped.
        if (!signal.aborted) subscriber.error(error);
      });
      return () => stopping.abort(new Error('the follower was stopped'));
    });
  }

  /** Undefined when discovery failed. */
  private async look(
    signal: AbortSignal,
  ): Promise<{ readonly resource: GroupVersionResource | undefined } | undefined> {
    const { client, logger, group, resource, versions } = this.options;
    try {
      const { version } = (await client.discovery.find({ group, resource })) ?? {};
      const isKnown = version !== undefined && versions.includes(version);
      return { resource: isKnown ? { group, version, resource } : undefined };
    } catch (error) {
      if (!signal.aborted) logger.debug('discovery failed', { error });
      return undefined;
    }
  }
}
