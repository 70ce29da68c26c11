import { systemClock } from '@orch/apimachinery';
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
import { gapsOf, type Gap } from './gaps.js';
import { Handshakes, WRITER } from './handshakes.js';
import { HistoryTrim } from './history-trim.js';
import { checkIndex } from './index-check.js';
import type { EpochEntry } from './log-entry.js';
import { readPage } from './log-reader.js';
import { momentOf, readMoment, type Ask } from './moment.js';
import { PendingWrite } from './pending-write.js';
import { purgeRange, type PurgeHost } from './purge-range.js';
import type { RedisObserver, RedisOptions } from './redis-options.js';
import { ReplicaWait } from './replica-wait.js';
import { isReplyError } from './reply-error.js';
import { parseRedisUrls } from './redis-url.js';
import { ServerLink, type Session } from './server-link.js';
import { SettingsWatch } from './settings-watch.js';
import { SharedQuestion } from './shared-question.js';
import { StatusTurns } from './status-turns.js';
import { StoreView } from './store-view.js';
import { Watches } from './watches.js';

const KEY_PREFIX = 'orch';
const HISTORY_WINDOW_MS = 300_000;
/** How long a question may take before its asker is told that the store cannot be asked. */
const CALL_LIMIT_MS = 5_000;

/** The driver for several processes on one Redis. See the README beside this file. */
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
  private readonly question: SharedQuestion<Revision>;
  private readonly pace: FeedPace;
  private feed: EventFeed | undefined;
  private trim: HistoryTrim | undefined;
  private readonly view = new StoreView(() => this.revision);
  private rebuilds = 0;
  private closing: Promise<void> | undefined;
  /** Why nothing else is done while, or after, the store is filled. */
  private unusable: StorageError | undefined;
  private statusTurns: StatusTurns | undefined;
  private settings: SettingsWatch | undefined;

  private constructor(private readonly route: Route) {
    const { options, base } = route;
    this.base = base;
    this.handshakes = new Handshakes(route, {
      seen: () => this.revision,
      stamp: () => this.stamp(),
      now: () => (options.clock ?? systemClock).now(),
      isStart: () => this.feed === undefined,
    });
    this.replicas = new ReplicaWait(options.durability ?? { mode: 'always' }, base);
    this.observer = options.observer ?? {};
    this.watches = new Watches({
      applied: () => this.revision,
      check: (after) => this.checkStart(after),
      page: (prefix, after, upTo) => this.ask((session) => readPage(session, base, prefix, after, upTo)),
    });
    this.pace = new FeedPace({
      clock: systemClock,
      applied: () => this.revision,
      ownUnderWay: () => this.commits.isUnanswered,
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
        opened: ({ state }) => this.view.learn(state),
      });
    this.writer = link(WRITER);
    this.reader = link('reader');
    this.follower = link('follower');
    const functionTook = (name: string, ms: number) => this.observer.functionTook?.(name, ms);
    this.commits = new CommitQueue({
      base,
      link: this.writer,
      stamp: () => this.stamp(),
      renew: (session) => this.renew(session, this.writer),
      secure: (session) => this.replicas.secure(session),
      answered: (writes) => {
        this.log.answered(writes);
        this.pace.look();
      },
      functionTook,
    });
    this.question = new SharedQuestion(() => this.askRevision());
  }

  /**
   * @throws RedisUrlError, RedisSettingsError (what to change), FillError Unfinished, StorageError Unavailable (Redis is not reachable), what
   * Redis says about a user or password, what is wrong with its certificate.
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

  async create(key: string, value: Value, precondition?: Precondition): Promise<Stored> {
    return this.submit(new PendingWrite('create', key, 0, value, precondition));
  }

  async replace(key: string, expected: Revision, value: Value): Promise<Stored> {
    return this.submit(new PendingWrite('replace', key, expected, value));
  }

  async delete(key: string, expected: Revision, last: Value): Promise<Stored> {
    return this.submit(new PendingWrite('delete', key, expected, last));
  }

  async deleteRange(prefix: string): Promise<number> {
    this.assertUsable();
    // Those in flight first: by the time the pages reach them they may lie behind.
    await this.commits.passed();
    const host: PurgeHost = {
      base: this.base,
      stamp: () => this.stamp(),
      run: (call) => this.run(this.writer, call),
      renew: (session) => this.renew(session, this.writer),
      secure: (session) => this.replicas.secure(session),
      reached: (revision) => this.log.reached(revision),
    };
    return purgeRange(host, prefix);
  }

  async get(key: string): Promise<Stored | undefined> {
    this.assertUsable();
    assertKey(key);
    const found = await this.ask(
      ({ redis }) => redis.callBuffer('FCALL', functionName('get'), 1, this.base, key) as Promise<(Buffer | null)[]>,
    );
    if (found.length === 0) return undefined;
    const [standing, bytes, sum] = found;
    const revision = Number(standing!.toString());
    const value = checkedValue(key, revision, bytes ? { bytes, sum: sum?.toString() ?? null } : undefined);
    if (typeof value === 'string') throw corrupted(key, value, revision);
    await this.log.reached(revision);
    return { key, value, revision };
  }

  async list(
    prefix: string,
    options?: ReadOptions,
  ): Promise<{ readonly revision: Revision; readonly items: AsyncIterable<Stored> }> {
    this.assertUsable();
    const moment = await momentOf(this.ask, this.base, prefix);
    await this.log.reached(moment.revision);
    const pages = readMoment(this.ask, this.base, moment, options);
    async function* items(): AsyncGenerator<Stored> {
      for await (const page of pages) yield* page;
    }
    return { revision: moment.revision, items: items() };
  }

  async loadAll(prefix: string, visit: (stored: Stored) => void, options?: ReadOptions): Promise<Revision> {
    this.assertUsable();
    const moment = await momentOf(this.ask, this.base, prefix);
    for await (const page of readMoment(this.ask, this.base, moment, options)) page.forEach(visit);
    await this.log.reached(moment.revision);
    return moment.revision;
  }

  watch(prefix: string, after: Revision, { previous = true }: WatchOptions = {}): Observable<StorageEvent> {
    return this.watches.watch(prefix, after, previous);
  }

  async *history(prefix: string, after: Revision, upTo: Revision): AsyncGenerator<StorageEvent> {
    this.checkStart(after);
    const last = Math.min(upTo, this.revision);
    for (let at = after; at < last;) {
      const from = at;
      const page = await this.ask((session) => readPage(session, this.base, prefix, from, last));
      yield* page.events;
      at = page.upTo;
    }
  }

  async fill(items: AsyncIterable<Stored>, revision: Revision): Promise<void> {
    this.assertUsable();
    const filling = new StorageError('Unavailable', '', { message: 'the store is being filled' });
    this.unusable = filling;
    try {
      await fillStore((call) => this.run(this.writer, call), this.base, items, revision);
    } catch (error) {
      const message = 'filling the store was cut off: it holds a part only';
      if (error instanceof FillError && error.code === 'NotEmpty') this.unusable = undefined;
      else this.unusable = new StorageError('Unavailable', '', { message, cause: error });
      throw error;
    }
    this.unusable = undefined;
    this.view.learn({ revision, oldest: revision, gaps: [] });
    const reason = new StorageError('Compacted', '', { message: 'the store was filled', revision });
    this.log.restart(revision, reason);
    this.watches.end(reason);
  }

  /** Those who ask together get the same promise. */
  confirm(): Promise<Revision> {
    return this.whyUnusable ? Promise.reject(this.whyUnusable) : this.question.ask();
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
      oldest: () => this.view.oldest,
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
    this.statusTurns = new StatusTurns(() => this.readStatus());
  }

  private async renew(session: Session, link: ServerLink): Promise<void> {
    const state = await this.handshakes.again(session);
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
    const gap: Gap = { after: before, next: revision };
    this.view.enter(gap);
    this.log.skipTo(revision);
    const message = `history went on from revision ${before} before the watch began`;
    this.watches.endIn(gap, new StorageError('Lost', '', { message }));
    this.observer.epochBegan?.(before, revision);
    void this.checkIndex();
  }

  /** Before anything is loaded, and in each new epoch: Redis may have read damaged files. */
  private async checkIndex(): Promise<void> {
    try {
      const repaired = await checkIndex(this.ask, this.base);
      if (repaired && repaired.length > 0) this.observer.indexChecked?.(repaired);
    } catch (error) {
      // Values are checked by themselves; a user without the right to scan, or a Redis that is away again, must not stop a server.
      if (!this.closing) this.observer.indexChecked?.([], error);
    }
  }

  /** Watches end, and whoever keeps what it has seen loads it anew. */
  private async rebuild(reason: StorageError): Promise<void> {
    const state = await this.ask((session) => this.handshakes.again(session));
    this.rebuilds++;
    this.observer.rebuild?.(reason.message);
    this.view.learn(state);
    this.log.restart(state.revision, reason);
    this.watches.end(reason);
  }

  private async askRevision(): Promise<Revision> {
    return this.ask(async (session) => {
      const told = (await session.redis.call('FCALL', this.replicas.question, 1, this.base)) as (string | null)[];
      await this.replicas.secure(session);
      const [epoch, revision, oldest, gaps] = told;
      const newest = Number(revision ?? 0);
      if (epoch !== session.state.epoch) await this.renew(session, this.reader);
      else this.view.learn({ revision: newest, oldest: Number(oldest ?? 0), gaps: gapsOf(gaps ?? '') });
      this.pace.want(this.view.newest);
      return this.view.newest;
    });
  }

  private readonly ask: Ask = async (call) => {
    this.assertUsable();
    return this.run(this.reader, call);
  };

  /** @throws StorageError Unavailable also where Redis refuses: nothing that a caller asks for here is its fault. */
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
    this.view.logLength = await this.ask(({ redis }) => redis.xlen(`${this.base}:log`));
    await this.question.ask();
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
    this.statusTurns?.stop();
    this.settings?.stop();
    this.trim?.stop();
    this.commits.close();
    await this.commits.drained();
    await Promise.race([this.log.settled().catch(() => undefined), limit(CALL_LIMIT_MS)]);
    this.closeLinks();
    await this.feed?.close();
    this.watches.end();
    this.log.restart(this.revision, new StorageError('Unavailable', '', { message: 'the store is closed' }));
  }

  private closeLinks(): void {
    for (const link of [this.writer, this.reader, this.follower]) link.close();
  }
}

const limit = (ms: number): Promise<void> => new Promise((resolve) => void systemClock.setTimer(resolve, ms));
