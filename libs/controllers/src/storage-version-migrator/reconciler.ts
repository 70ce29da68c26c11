import { ApiError, groupResource, type Clock } from '@orch/apimachinery';
import {
  keyOf,
  rewriteObjects,
  type Client,
  type ObjectKey,
  type ResourceClient,
  type RewriteCounts,
  type VersionedResource,
} from '@orch/client';
import {
  ControllerContext,
  DONE,
  Reconciler,
  type EventRecorder,
  type Logger,
  type Result,
  type SourcedReconciler,
} from '@orch/controller-kit';
import { from, mergeMap, type Observable } from 'rxjs';
import { ServedKind } from '../shared/served-kind.js';
import { KNOWN_VERSIONS, type Migration, type MigrationResource } from './migration.js';
import {
  FAILURES,
  isFinished,
  isMigratable,
  isRefusal,
  isRunning,
  reasonOf,
  statusIn,
  type MigrationPhase,
} from './plan.js';

/** Objects of one page. */
const PAGE_SIZE = 500;
/** Concurrent writes of one migration. */
const CONCURRENCY = 4;
/** Attempts of a status write that conflicts with writes of others. */
const STATUS_ATTEMPTS = 5;

/** Where a migration goes on after a temporary failure. */
interface Progress {
  readonly uid: string | undefined;
  readonly continueToken: string | undefined;
}

/** A migration and what it migrates. */
interface Work {
  /** The kind of the migration, in the served version. */
  readonly kind: MigrationResource;
  readonly migration: Migration;
  readonly resource: VersionedResource;
}

/** Runs the migrations that have neither succeeded nor failed. */
@Reconciler({ name: 'storage-version-migrator', watches: [], workers: 5, backoff: { maxMs: 60_000 } })
export class StorageVersionMigratorReconciler implements SourcedReconciler {
  readonly keys$: Observable<ObjectKey>;
  readonly synced: Promise<void>;
  private readonly migrations: ServedKind<Migration>;
  private readonly client: Client;
  private readonly clock: Clock;
  private readonly events: EventRecorder;
  private readonly logger: Logger;
  private readonly progress = new Map<string, Progress>();

  constructor({ client, clock, random, events, logger }: ControllerContext) {
    const group = client.vocabulary.groups.storagemigration;
    const kind = { group, resource: 'storageversionmigrations', versions: KNOWN_VERSIONS };
    this.migrations = new ServedKind<Migration>({ client, clock, random, logger, ...kind });
    this.keys$ = this.migrations.events$.pipe(
      mergeMap((event) => {
        if (event.type === 'REPLACE') return from(event.objects.map(keyOf));
        return event.type === 'BOOKMARK' ? [] : [keyOf(event.object)];
      }),
    );
    this.synced = this.migrations.synced;
    this.client = client;
    this.clock = clock;
    this.events = events;
    this.logger = logger;
  }

  async reconcile({ name }: ObjectKey, signal: AbortSignal): Promise<Result> {
    const kind = this.migrations.resource;
    const migration = kind && (await this.client.resource<Migration>(kind).find(name, { signal }));
    if (!migration || isFinished(migration) || migration.metadata.deletionTimestamp !== undefined) {
      this.progress.delete(name);
      return DONE;
    }
    const { group = '', version, resource: sought = '' } = migration.spec?.resource ?? {};
    const resource = await this.client.discovery.find({ group, version, resource: sought });
    if (resource === undefined) return this.fail(kind, migration, FAILURES.notServed, signal);
    if (!isMigratable(resource)) return this.fail(kind, migration, FAILURES.notWritable, signal);
    const work = { kind, migration, resource };
    const begun = await this.begin(work, signal);
    if (begun) await this.migrate({ ...work, migration: begun }, signal);
    return DONE;
  }

  /** Sets the revision at which it begins, and Running. Undefined when it has failed, or is gone or finished meanwhile. */
  private async begin(work: Work, signal: AbortSignal): Promise<Migration | undefined> {
    const { kind, migration, resource } = work;
    if (isRunning(migration) && migration.status?.resourceVersion) return migration;
    const page = await this.unlessRefused(
      () => this.client.metadata(resource).list({ limit: 1, signal }),
      work,
      signal,
    );
    if (!page) return undefined;
    const resourceVersion = page.metadata.resourceVersion ?? '';
    return this.enter('Running', kind, migration, { resourceVersion }, signal);
  }

  private async migrate(work: Work, signal: AbortSignal): Promise<void> {
    const { kind, migration, resource } = work;
    const { name = '', uid } = migration.metadata;
    const earlier = this.progress.get(name);
    const options = {
      pageSize: PAGE_SIZE,
      concurrency: CONCURRENCY,
      signal,
      ...(earlier?.uid === uid ? { continueToken: earlier?.continueToken } : {}),
      onPage: (_counts: RewriteCounts, continueToken: string | undefined) =>
        this.progress.set(name, { uid, continueToken }),
    };
    const counts = await this.unlessRefused(() => rewriteObjects(this.client, resource, options), work, signal);
    if (!counts) return;
    await this.enter('Succeeded', kind, migration, {}, signal);
    this.progress.delete(name);
    const fields = { migration: name, resource: groupResource(resource), ...counts };
    this.logger.info('storage version migration succeeded', fields);
  }

  /** The result of a read or of writes of the migrated objects. Undefined when the server refuses them: then it has failed. */
  private async unlessRefused<T>(call: () => Promise<T>, work: Work, signal: AbortSignal): Promise<T | undefined> {
    const { kind, migration, resource } = work;
    const { name = '' } = migration.metadata;
    try {
      return await call();
    } catch (error) {
      // The token of the next page is of no more use.
      if (error instanceof ApiError && error.reason === 'Expired') this.progress.delete(name);
      if (signal.aborted || !isRefusal(error)) throw error;
      const fields = { migration: name, resource: groupResource(resource), error: error.message };
      this.logger.warn('storage version migration failed', fields);
      await this.fail(kind, migration, FAILURES.refused, signal, `${FAILURES.refused}: ${error.message}`);
      return undefined;
    }
  }

  /** @param eventMessage default: `message`. */
  private async fail(
    kind: MigrationResource,
    migration: Migration,
    message: string,
    signal: AbortSignal,
    eventMessage = message,
  ): Promise<Result> {
    const failed = await this.enter('Failed', kind, migration, { message }, signal);
    this.progress.delete(migration.metadata.name ?? '');
    if (failed) this.events.record(failed, 'Warning', reasonOf('Failed'), eventMessage);
    return DONE;
  }

  /**
   * Writes the status. A conflict is repeated on the current object: a label that a user sets must not begin a long migration again.
   * @returns undefined when the migration is gone or finished.
   */
  private async enter(
    phase: MigrationPhase,
    kind: MigrationResource,
    migration: Migration,
    change: { readonly message?: string; readonly resourceVersion?: string },
    signal: AbortSignal,
  ): Promise<Migration | undefined> {
    const client: ResourceClient<Migration> = this.client.resource(kind);
    const { name = '', uid } = migration.metadata;
    let current = migration;
    for (let attempt = 1; ; attempt++) {
      const nowMs = this.clock.now();
      const status = statusIn(phase, current.status, { ...change, version: kind.version, nowMs });
      try {
        return await client.updateStatus({ ...current, status }, { signal });
      } catch (error) {
        if (!(error instanceof ApiError)) throw error;
        if (error.reason === 'NotFound') return undefined;
        if (error.reason !== 'Conflict' || attempt === STATUS_ATTEMPTS) throw error;
      }
      const next = await client.find(name, { signal });
      if (!next || next.metadata.uid !== uid || isFinished(next)) return undefined;
      current = next;
    }
  }
}
