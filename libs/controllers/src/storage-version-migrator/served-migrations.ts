import { sleep, type Clock, type Random } from '@orch/apimachinery';
import { keyOf, reflect, type Client, type ObjectKey } from '@orch/client';
import { OutageLog, type Logger } from '@orch/controller-kit';
import { distinctUntilChanged, EMPTY, from, mergeMap, Observable, switchMap } from 'rxjs';
import { KNOWN_VERSIONS, type Migration, type MigrationResource } from './migration.js';

const RESOURCE = 'storageversionmigrations';

/** Interval of discovery. */
const REDISCOVER_MS = 30_000;
/** Delay after a failed discovery. */
const RETRY_MS = 1_000;

export interface ServedMigrationsOptions {
  readonly client: Pick<Client, 'resource' | 'discovery' | 'vocabulary'>;
  readonly clock: Clock;
  readonly random: Random;
  readonly logger: Logger;
}

/**
 * Migrations in the version of the kind that the server prefers, while it serves one: it depends on its release and on `--runtime-config`, and may
 * change while the controller runs. Otherwise one request of discovery every 30 s, and no watch.
 */
export class ServedMigrations {
  /** The kind; undefined while it is not served. */
  resource: MigrationResource | undefined;
  /** Keys of migrations that were created or changed. Never errors. Unsubscribing ends discovery and watch. */
  readonly keys$: Observable<ObjectKey>;
  /** Resolves with the answer of discovery, and the first list, or its failure, of a kind that is served. */
  readonly synced: Promise<void>;
  private resolveSynced: () => void = () => undefined;
  private readonly outages: OutageLog;

  constructor(private readonly options: ServedMigrationsOptions) {
    this.outages = new OutageLog(options.logger, options.clock);
    this.synced = new Promise((resolve) => (this.resolveSynced = resolve));
    this.keys$ = this.versions().pipe(
      distinctUntilChanged((one, other) => one?.version === other?.version),
      switchMap((resource) => this.follow(resource)),
    );
  }

  private follow(resource: MigrationResource | undefined): Observable<ObjectKey> {
    this.resource = resource;
    if (resource === undefined) {
      this.resolveSynced();
      return EMPTY;
    }
    const { client, clock, random } = this.options;
    const events$ = reflect<Migration>(client.resource<Migration>(resource), {
      clock,
      random,
      onFailure: (failure) => {
        this.outages.onFailure(failure, resource);
        this.resolveSynced();
      },
      onRecovery: () => this.outages.onRecovery(resource),
    });
    return events$.pipe(
      mergeMap((event) => {
        this.resolveSynced();
        if (event.type === 'REPLACE') return from(event.objects.map(keyOf));
        return event.type === 'BOOKMARK' ? EMPTY : from([keyOf(event.object)]);
      }),
    );
  }

  /** The kind at each discovery. */
  private versions(): Observable<MigrationResource | undefined> {
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
  private async look(signal: AbortSignal): Promise<{ readonly resource: MigrationResource | undefined } | undefined> {
    const { client, logger } = this.options;
    const group = client.vocabulary.groups.storagemigration;
    try {
      const found = (await client.discovery.groups()).find(({ name }) => name === group);
      const preferred = found?.preferredVersion?.version;
      const served = [preferred, ...KNOWN_VERSIONS].find(
        (version) =>
          version !== undefined &&
          KNOWN_VERSIONS.includes(version) &&
          found?.versions.some((one) => one.version === version),
      );
      return { resource: served === undefined ? undefined : { group, version: served, resource: RESOURCE } };
    } catch (error) {
      if (!signal.aborted) logger.debug('discovery failed', { error });
      return undefined;
    }
  }
}
