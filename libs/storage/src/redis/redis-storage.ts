import { systemClock, withTimeout } from '@orch/apimachinery';
import { parseRedisUrls } from '@orch/redis';
import type { Observable } from 'rxjs';

import type { BulkReadable } from '../bulk-readable.js';
import type { BulkWritable } from '../bulk-writable.js';
import { FillError } from '../fill-error.js';
import type { SharedStorage, SharedStorageStatus } from '../shared-storage.js';
import { corrupted, StorageError } from '../storage-error.js';
import { assertKey } from '../storage-key.js';
import type { Precondition, ReadOptions, Revision, StorageEvent, Stored, Value, WatchOptions } from '../storage.js';
import { AppliedLog } from './applied-log.js';
import { CommitQueue } from './commit-queue.js';
import type { Route } from './connect-primary.js';
import { EventFeed } from './event-feed.js';
import { checkedValue } from './event-values.js';
import { FeedPace } from './feed-pace.js';
import { fillStore } from './fill-store.js';
import { firstSessions } from './first-session.js';
import { functionName } from './function-library.js';
import type { LostRange } from './lost-ranges.js';
import { NewestRevision } from './newest-revision.js';
import { Handshakes, WRITER } from './handshakes.js';
import { HistoryTrim } from './history-trim.js';
import { checkIndex } from './index-check.js';
import type { EpochEntry } from './log-entry.js';
import { FIRST_ENTRIES, nextEntries, readPage } from './log-reader.js';
import { scanSnapshot, readSnapshot, type RunInSession } from './snapshot-scan.js';
import { PendingWrite } from './pending-write.js';
import { assertStore, OtherStoreError, otherStore } from './other-store.js';
import { purgeRange, type PurgeHost } from './purge-range.js';
import type { RedisObserver, RedisOptions } from './redis-options.js';
import { PeriodicTask } from './periodic-task.js';
import { ReplicaWait } from './replica-wait.js';
import { isReplyError } from './reply-error.js';
import { ServerLink, type Session } from './server-link.js';
import { SettingsWatch } from './settings-watch.js';
import { SingleFlight } from './single-flight.js';
import { StoreView } from './store-view.js';
import { Watches } from './watches.js';

const KEY_PREFIX = 'orch';
const FOLLOWER = 'follower';
const HISTORY_WINDOW_MS = 300_000;
/** Time limit of a read. */
const CALL_LIMIT_MS = 5_000;
/** Interval of the reads that refresh the status of the store. */
const STATUS_EVERY_MS = 1_000;

/** The driver for several processes on one Redis. See the README in this directory. */
export class RedisStorage implements SharedStorage, BulkReadable, BulkWritable {
  private readonly observer: RedisObserver;
  private readonly base: string;
  private readonly handshakes: Handshakes;
  private readonly replicas: ReplicaWait;
  private readonly writer: ServerLink;
  private readonly reader: ServerLink;
  private readonly follower: ServerLink;
  private readonly log: AppliedLog;
  private readonly watches: Watches;
  private readonly commits: CommitQueue;
  private readonly revisionFlight: SingleFlight<Revision>;
  private readonly pace: FeedPace;
  private feed: EventFeed | undefined;
  private trim: HistoryTrim | undefined;
  private readonly view = new StoreView(() => this.revision);
  private rebuilds = 0;
  private closing: Promise<void> | undefined;
  /** The error of all other calls during or after a fill. */
  private unusable: StorageError | undefined;
  private statusPoller: PeriodicTask | undefined;
  private settings: SettingsWatch | undefined;

  private constructor(private readonly route: Route) {
    const { options, base } = route;
    this.base = base;
    this.handshakes = new Handshakes(route, {
      seen: () => this.view.newest,
      served: () => this.view.store,
      stamp: () => this.stamp(),
      now: () => (options.clock ?? systemClock).now(),
      isStart: () => this.feed === undefined,
    });
    this.replicas = new ReplicaWait(options.durability ?? { mode: 'always' }, base, (session) =>
      this.handshakes.isPrimary(session),
    );
    this.observer = options.observer ?? {};
    this.watches = new Watches({
      applied: () => this.revision,
      check: (after) => this.checkStart(after),
      page: (prefix, after, upTo) => this.runOnReader((session) => readPage(session, base, prefix, after, upTo)),
    });
    this.pace = new FeedPace({
      clock: systemClock,
      applied: () => this.revision,
      ownInFlight: () => this.commits.isUnanswered,
    });
    this.log = new AppliedLog(
      0,
      (event) => this.watches.deliver(event),
      () => !this.watches.wantPrevious,
      (revision) => this.isLost(revision),
      this.pace,
    );
    const link = (name: string) =>
      new ServerLink(name, {
        connect: (of) => this.handshakes.connect(of),
        observer: this.observer,
        opened: (session) => this.opened(session),
        // The follower itself decides which store is served.
        check: (session) => {
          if (name !== FOLLOWER) this.assertServed(session);
        },
      });
    this.writer = link(WRITER);
    this.reader = link('reader');
    this.follower = link(FOLLOWER);
    const functionTook = (name: string, ms: number) => this.observer.functionTook?.(name, ms);
    this.commits = new CommitQueue({
      base,
      link: this.writer,
      stamp: () => this.stamp(),
      seen: () => this.view.newest,
      served: () => this.view.store,
      renew: (session) => this.renew(session, this.writer),
      secure: (session) => this.replicas.secure(session),
      answered: (writes) => {
        this.log.answered(writes);
        this.pace.look();
      },
      functionTook,
    });
    this.revisionFlight = this.newestRevisionFlight();
  }

  /**
   * @throws RedisUrlError, RedisSettingsError (what to change), FillError Unfinished, StorageError Unavailable (Redis is not reachable), errors of
   * Redis about a user or password, TLS errors.
   */
  static async open(options: RedisOptions): Promise<RedisStorage> {
    const target = parseRedisUrls(options.urls);
    const storage = new RedisStorage({ target, options, base: `{${options.keyPrefix ?? KEY_PREFIX}}` });
    try {
      await storage.start();
      return storage;
    } catch (error) {
      storage.closeLinks();
      throw error;
    }
  }

  get revision(): Revision {
    return this.log.revision;
  }

  get oldestRevision(): Revision {
    return this.view.oldest;
  }

  async create(key: string, value: Value, ...preconditions: readonly Precondition[]): Promise<Stored> {
    return this.submit(new PendingWrite('create', key, 0, value, preconditions));
  }

  async replace(
    key: string,
    expected: Revision,
    value: Value,
    ...preconditions: readonly Precondition[]
  ): Promise<Stored> {
    return this.submit(new PendingWrite('replace', key, expected, value, preconditions));
  }

  async delete(key: string, expected: Revision, last: Value): Promise<Stored> {
    return this.submit(new PendingWrite('delete', key, expected, last));
  }

  async deleteRange(prefix: string): Promise<number> {
    this.assertUsable();
    const run = this.runOnStore(this.writer);
    // Writes in flight first: the pages read below may already be past their keys.
    await this.commits.passed();
    const host: PurgeHost = {
      base: this.base,
      stamp: () => this.stamp(),
      seen: () => this.view.newest,
      run,
      renew: (session) => this.renew(session, this.writer),
      secure: (session) => this.replicas.secure(session),
      reached: (revision) => this.log.reached(revision),
    };
    return purgeRange(host, prefix);
  }

  async get(key: string): Promise<Stored | undefined> {
    this.assertUsable();
    assertKey(key);
    const found = await this.runOnReader(async (session) => {
      const reply = await session.redis.callBuffer('FCALL', functionName('get'), 1, this.base, key);
      if (!Array.isArray(reply)) throw new TypeError('Redis sent an unexpected reply to a read');
      const [store, pointer, bytes, sum] = reply as (Buffer | null)[];
      assertStore(session, store?.toString());
      if (!pointer) return undefined;
      const revision = Number(pointer.toString());
      return {
        revision,
        value: checkedValue(key, revision, bytes ? { bytes, sum: sum?.toString() ?? null } : undefined),
      };
    });
    if (!found) return undefined;
    const { revision, value } = found;
    if (typeof value === 'string') throw corrupted(key, value, revision);
    await this.log.reached(revision);
    return { key, value, revision };
  }

  async list(
    prefix: string,
    options?: ReadOptions,
  ): Promise<{ readonly revision: Revision; readonly items: AsyncIterable<Stored> }> {
    this.assertUsable();
    const run = this.runOnStore();
    const scan = await scanSnapshot(run, this.base, prefix);
    await this.log.reached(scan.revision);
    const pages = readSnapshot(run, this.base, scan, options);
    async function* items(): AsyncGenerator<Stored> {
      for await (const page of pages) yield* page;
    }
    return { revision: scan.revision, items: items() };
  }

  async loadAll(prefix: string, visit: (stored: Stored) => void, options?: ReadOptions): Promise<Revision> {
    this.assertUsable();
    const run = this.runOnStore();
    const scan = await scanSnapshot(run, this.base, prefix);
    for await (const page of readSnapshot(run, this.base, scan, options)) page.forEach(visit);
    await this.log.reached(scan.revision);
    return scan.revision;
  }

  watch(prefix: string, after: Revision, { previous = true }: WatchOptions = {}): Observable<StorageEvent> {
    return this.watches.watch(prefix, after, previous);
  }

  async *history(prefix: string, after: Revision, upTo: Revision): AsyncGenerator<StorageEvent> {
    this.checkStart(after);
    const last = Math.min(upTo, this.revision);
    const run = this.runOnStore();
    for (let at = after, most = FIRST_ENTRIES; at < last;) {
      const [from, entries] = [at, most];
      const page = await run((session) => readPage(session, this.base, prefix, from, last, entries));
      yield* page.events;
      at = page.upTo;
      most = nextEntries(entries, page);
    }
  }

  async fill(items: AsyncIterable<Stored>, revision: Revision): Promise<void> {
    this.assertUsable();
    const filling = new StorageError('Unavailable', '', { message: 'the store is being filled' });
    this.unusable = filling;
    try {
      await fillStore((call) => this.run(this.writer, call), this.base, items, revision);
    } catch (error) {
      const message = 'filling the store was interrupted: it is incomplete';
      if (error instanceof FillError && error.code === 'NotEmpty') this.unusable = undefined;
      else this.unusable = new StorageError('Unavailable', '', { message, cause: error });
      throw error;
    }
    this.unusable = undefined;
    this.view.learn({ revision, oldest: revision, lostRanges: [] });
    const reason = new StorageError('Compacted', '', { message: 'the store was filled', revision });
    this.log.restart(revision, reason);
    this.watches.end(reason);
  }

  /** Concurrent calls share one request. */
  confirm(): Promise<Revision> {
    return this.whyUnusable ? Promise.reject(this.whyUnusable) : this.revisionFlight.run();
  }

  isLost(revision: Revision): boolean {
    return this.view.isLost(revision);
  }

  status(): SharedStorageStatus {
    return {
      connected: this.writer.connected && this.follower.connected,
      newestRevision: this.view.newest,
      behindMs: this.view.behindMs,
      logLength: this.view.logLength,
      reconnects: this.writer.reconnects + this.reader.reconnects + this.follower.reconnects,
      rebuilds: this.rebuilds,
      unsafeSettings: this.settings?.unsafe ?? [],
    };
  }

  close(): Promise<void> {
    return (this.closing ??= this.shut());
  }

  private async start(): Promise<void> {
    await firstSessions([this.writer, this.reader, this.follower]);
    this.log.skipTo(this.view.newest);
    const { base, route } = this;
    await this.checkIndex();
    this.feed = new EventFeed({
      base,
      link: this.follower,
      pace: this.pace,
      applied: () => this.revision,
      newest: () => this.view.newest,
      oldest: () => this.view.oldest,
      served: () => this.view.store,
      ownEvent: (revision) => this.log.ownEvent(revision),
      wantsPrevious: () => this.watches.wantPrevious,
      secure: (session) => this.replicas.fence(session),
      next: (events) => this.deliver(events),
      diverged: (reason) => this.rebuild(reason),
    });
    this.trim = new HistoryTrim({
      base,
      link: this.reader,
      clock: route.options.clock ?? systemClock,
      windowMs: route.options.historyWindowMs ?? HISTORY_WINDOW_MS,
      stamp: () => this.stamp(),
      trimmed: (oldest) => this.view.trimmed(oldest),
      functionTook: (name, ms) => this.observer.functionTook?.(name, ms),
    });
    this.settings = new SettingsWatch({
      clock: route.options.clock ?? systemClock,
      observer: this.observer,
      unsafeSettings: () => this.run(this.reader, (session) => this.handshakes.unsafeSettings(session)),
    });
    this.statusPoller = new PeriodicTask(systemClock, STATUS_EVERY_MS, () => this.readStatus());
  }

  private async renew(session: Session, link: ServerLink): Promise<void> {
    const state = await this.handshakes.again(session);
    if (state.store !== this.view.store) throw otherStore('Unavailable');
    link.renewed(session, state);
    this.view.learn(state);
  }

  private async submit(write: PendingWrite): Promise<Stored> {
    this.assertUsable();
    assertKey(write.key);
    this.commits.submit(write);
    return write.stored;
  }

  private deliver(events: readonly (StorageEvent | EpochEntry)[]): void {
    for (const event of events) {
      if (event.type === 'epoch') this.enterEpoch(event);
      else this.log.next(event);
    }
    this.log.wake();
    this.view.look();
  }

  private enterEpoch({ revision, before }: EpochEntry): void {
    if (revision <= this.revision) return;
    const lostRange: LostRange = { after: before, next: revision };
    this.view.enter(lostRange);
    this.log.skipTo(revision);
    const message = `history continued from revision ${before} before the watch began`;
    this.watches.endIn(lostRange, new StorageError('Lost', '', { message }));
    this.observer.epochBegan?.(before, revision);
    void this.checkIndex();
  }

  /** Runs before the first load and in each new epoch: Redis may have loaded damaged files. */
  private async checkIndex(): Promise<void> {
    try {
      const repaired = await checkIndex(this.runOnReader, this.base);
      if (repaired && repaired.length > 0) this.observer.indexChecked?.(repaired);
    } catch (error) {
      // Not fatal: values have checksums, so missing permissions or an unavailable Redis must not stop a server.
      if (!this.closing) this.observer.indexChecked?.([], error);
    }
  }

  /** Ends all watches; caches must relist. */
  private async rebuild(found: StorageError): Promise<void> {
    this.assertUsable();
    const link = found instanceof OtherStoreError ? this.follower : this.reader;
    const state = await this.run(link, (session) => this.handshakes.again(session));
    const isOther = state.store !== this.view.store;
    // The store is back in its place; the session of the follower is still that of the other one.
    if (!isOther && found instanceof OtherStoreError) return this.follower.leaveOthers(state.store);
    const reason = isOther ? otherStore('Lost') : found;
    this.rebuilds++;
    this.observer.rebuild?.(reason.message);
    if (isOther) this.serve(state.store, reason);
    this.view.learn(state);
    this.log.restart(state.revision, reason);
    this.watches.end(reason);
  }

  /** Goes on with another store. What was computed for the one before is not written to it. */
  private serve(store: string, reason: StorageError): void {
    this.view.store = store;
    for (const link of [this.writer, this.reader, this.follower]) link.leaveOthers(store);
    this.commits.reject(reason);
  }

  private opened({ state }: Session): void {
    if (this.view.store === '') this.view.store = state.store;
    if (state.store === this.view.store) this.view.learn(state);
    // The process goes on with the store that a new connection of the follower leads to.
    else this.follower.leaveOthers(state.store);
  }

  /** @throws OtherStoreError */
  private assertServed({ state }: Session): void {
    if (state.store !== this.view.store) throw otherStore('Unavailable');
  }

  /** For calls that belong together. They throw Lost once this process serves another store. */
  private runOnStore(link = this.reader): RunInSession {
    const { store } = this.view;
    return async (call) => {
      this.assertUsable();
      if (this.view.store !== store) throw otherStore('Lost');
      return this.run(link, call);
    };
  }

  private newestRevisionFlight(): SingleFlight<Revision> {
    const newest = new NewestRevision({
      base: this.base,
      call: this.replicas.revisionFunction,
      run: (call) => this.runOnReader(call),
      secure: (session) => this.replicas.secure(session),
      renew: (session) => this.renew(session, this.reader),
      view: this.view,
    });
    return new SingleFlight(async () => {
      const revision = await newest.read();
      this.pace.want(revision);
      return revision;
    });
  }

  private readonly runOnReader: RunInSession = async (call) => {
    this.assertUsable();
    return this.run(this.reader, call);
  };

  /** @throws StorageError Unavailable also when Redis refuses, since no caller causes that. */
  private async run<T>(link: ServerLink, call: (session: Session) => Promise<T>): Promise<T> {
    try {
      return await link.run(CALL_LIMIT_MS, call);
    } catch (error) {
      if (this.closing && !(error instanceof StorageError)) this.assertUsable();
      if (!isReplyError(error)) throw error;
      throw new StorageError('Unavailable', '', { message: `Redis refused: ${error.message}`, cause: error });
    }
  }

  private stamp(): string {
    const { stampWithClock, clock } = this.route.options;
    return stampWithClock && clock ? String(clock.now()) : '';
  }

  private checkStart(after: Revision): void {
    this.assertUsable();
    if (after < this.view.oldest || this.isLost(after))
      throw new StorageError('Compacted', '', { revision: this.view.oldest });
  }

  private async readStatus(): Promise<void> {
    this.view.logLength = await this.runOnReader(({ redis }) => redis.xlen(`${this.base}:log`));
    await this.revisionFlight.run();
  }

  private get whyUnusable(): StorageError | undefined {
    if (this.unusable) return this.unusable;
    if (this.closing) return new StorageError('Unavailable', '', { message: 'the store is closed' });
    return undefined;
  }

  private assertUsable(): void {
    if (this.whyUnusable) throw this.whyUnusable;
  }

  private async shut(): Promise<void> {
    this.statusPoller?.stop();
    this.settings?.stop();
    this.trim?.stop();
    this.commits.close();
    await this.commits.drained();
    const settled = this.log.settled().catch(() => undefined);
    await withTimeout(systemClock, CALL_LIMIT_MS, settled, () => undefined);
    // First: a watch that still reads history would end with the error of its connection.
    this.watches.end();
    this.closeLinks();
    await this.feed?.close();
    this.log.restart(this.revision, new StorageError('Unavailable', '', { message: 'the store is closed' }));
  }

  private closeLinks(): void {
    for (const link of [this.writer, this.reader, this.follower]) link.close();
  }
}
