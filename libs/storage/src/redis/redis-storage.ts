import { systemClock, type Clock } from '@orch/apimachinery';
import type { Observable } from 'rxjs';

import type { BulkReadable } from '../bulk-readable.js';
import type { BulkWritable } from '../bulk-writable.js';
import { FillError } from '../fill-error.js';
import type { SharedStorage, SharedStorageStatus } from '../shared-storage.js';
import { StorageError } from '../storage-error.js';
import { assertKey } from '../storage-key.js';
import type { Revision, StorageEvent, Stored, Value, WatchOptions } from '../storage.js';
import { AppliedLog } from './applied-log.js';
import { CommitQueue } from './commit-queue.js';
import { connectPrimary, type Route } from './connect-primary.js';
import { EventFeed } from './event-feed.js';
import { FeedPace } from './feed-pace.js';
import { fillStore } from './fill-store.js';
import { functionName } from './function-library.js';
import { gapsOf, type Gap } from './gaps.js';
import { checkSettings, openStore, serverIdentity } from './handshake.js';
import { HistoryTrim } from './history-trim.js';
import type { EpochEntry } from './log-entry.js';
import { readPage } from './log-reader.js';
import { highest, momentOf, readMoment, type Ask } from './moment.js';
import { PendingWrite } from './pending-write.js';
import type { RedisDurability, RedisObserver, RedisOptions } from './redis-options.js';
import { isReplyError } from './reply-error.js';
import { RedisSettingsError } from './redis-settings.js';
import { parseRedisUrls } from './redis-url.js';
import { ServerLink, type Session } from './server-link.js';
import { SharedQuestion } from './shared-question.js';
import { StoreView } from './store-view.js';
import { Watches } from './watches.js';

const KEY_PREFIX = 'orch';
const HISTORY_WINDOW_MS = 300_000;
/** How long opening waits for a Redis that is starting. */
const OPEN_LIMIT_MS = 5_000;
const HANDSHAKE_LIMIT_MS = 3_000;
/** How long a question may take before its asker is told that the store cannot be asked. */
const CALL_LIMIT_MS = 5_000;
/** How long a write that was done may take to reach the replicas asked for. */
const REPLICATION_LIMIT_MS = 2_000;
const STATUS_EVERY_MS = 1_000;
const DELETE_KEYS = 100;

/** The driver for several processes on one Redis. See the README beside this file. */
export class RedisStorage implements SharedStorage, BulkReadable, BulkWritable {
  private readonly durability: RedisDurability;
  private readonly observer: RedisObserver;
  private readonly base: string;
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
  private stopStatus: () => void = () => undefined;

  private constructor(private readonly route: Route) {
    const { options, base } = route;
    this.base = base;
    this.durability = options.durability ?? { mode: 'always' };
    this.observer = options.observer ?? {};
    this.watches = new Watches({
      applied: () => this.revision,
      check: (after) => this.checkStart(after),
      page: (prefix, after, upTo) => this.ask((session) => readPage(session, base, prefix, after, upTo)),
    });
    this.log = new AppliedLog(
      0,
      (event) => this.watches.deliver(event),
      () => !this.watches.wantPrevious,
      (revision) => this.isLost(revision),
      (revision) => this.pace.want(revision),
    );
    const link = (name: string) =>
      new ServerLink(name, {
        connect: (of) => this.connect(of),
        observer: this.observer,
        opened: ({ state }) => this.view.learn(state),
      });
    this.writer = link('writer');
    this.reader = link('reader');
    this.follower = link('follower');
    const functionTook = (name: string, ms: number) => this.observer.functionTook?.(name, ms);
    this.commits = new CommitQueue({
      base,
      link: this.writer,
      stamp: () => this.stamp(),
      renew: (session) => this.renew(session, this.writer),
      secure: (session) => this.secure(session),
      answered: (writes) => {
        this.log.answered(writes);
        this.pace.look();
      },
      functionTook,
    });
    this.pace = new FeedPace({
      clock: systemClock,
      applied: () => this.revision,
      ownUnderWay: () => this.commits.isUnanswered,
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

  async create(key: string, value: Value): Promise<Stored> {
    return this.submit(new PendingWrite('create', key, 0, value));
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
    const low = prefix === '' ? '-' : `[${prefix}`;
    for (let count = 0; ;) {
      const [done, revision] = await this.purge(low, highest(prefix));
      count += done;
      await this.log.reached(revision);
      if (done < DELETE_KEYS) return count;
    }
  }

  async get(key: string): Promise<Stored | undefined> {
    this.assertUsable();
    assertKey(key);
    const found = await this.ask(
      ({ redis }) => redis.callBuffer('FCALL', functionName('get'), 1, this.base, key) as Promise<Buffer[]>,
    );
    if (found.length < 2) return undefined;
    const revision = Number(found[0]!.toString());
    await this.log.reached(revision);
    return { key, value: found[1]!, revision };
  }

  async list(prefix: string): Promise<{ readonly revision: Revision; readonly items: AsyncIterable<Stored> }> {
    this.assertUsable();
    const moment = await momentOf(this.ask, this.base, prefix);
    await this.log.reached(moment.revision);
    const pages = readMoment(this.ask, this.base, moment);
    async function* items(): AsyncGenerator<Stored> {
      for await (const page of pages) yield* page;
    }
    return { revision: moment.revision, items: items() };
  }

  async loadAll(prefix: string, visit: (stored: Stored) => void): Promise<Revision> {
    this.assertUsable();
    const moment = await momentOf(this.ask, this.base, prefix);
    for await (const page of readMoment(this.ask, this.base, moment)) page.forEach(visit);
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
    };
  }

  close(): Promise<void> {
    return (this.closing ??= this.shut());
  }

  private async start(): Promise<void> {
    const until = performance.now() + OPEN_LIMIT_MS;
    for (const link of [this.writer, this.reader, this.follower]) await this.firstSession(link, until);
    this.log.skipTo(this.view.newest);
    const { base, route } = this;
    const clock: Clock = route.options.clock ?? systemClock;
    this.feed = new EventFeed({
      base,
      link: this.follower,
      pace: this.pace,
      applied: () => this.revision,
      oldest: () => this.view.oldest,
      ownEvent: (revision) => this.log.ownEvent(revision),
      wantsPrevious: () => this.watches.wantPrevious,
      secure: (session) => this.fence(session),
      next: (events) => this.deliver(events),
      diverged: (reason) => this.rebuild(reason),
    });
    this.trim = new HistoryTrim({
      base,
      link: this.reader,
      clock,
      windowMs: route.options.historyWindowMs ?? HISTORY_WINDOW_MS,
      stamp: () => this.stamp(),
      trimmed: (oldest) => this.view.trimmed(oldest),
      functionTook: (name, ms) => this.observer.functionTook?.(name, ms),
    });
    this.planStatus();
  }

  /** @throws at once what will not pass by itself. */
  private async firstSession(link: ServerLink, until: number): Promise<void> {
    while (performance.now() < until) {
      if (await link.comesWithin(100)) return;
      const failure = link.lastFailure;
      if (failure instanceof RedisSettingsError || failure instanceof FillError || (failure && isAboutAccess(failure)))
        throw failure;
    }
    const cause = link.lastFailure;
    const why = cause instanceof Error ? cause.message : 'no answer';
    throw new StorageError('Unavailable', '', { message: `Redis cannot be used: ${why}`, cause });
  }

  private async connect(link: string): Promise<Session> {
    const redis = await connectPrimary(this.route, `orch-${link}`);
    const cancel = systemClock.setTimer(() => redis.disconnect(), HANDSHAKE_LIMIT_MS);
    try {
      const { id, info } = await serverIdentity(redis);
      if (link === 'writer') await this.check(redis, info);
      const state = await openStore(redis, this.base, id, this.log.revision, this.stamp());
      return { redis, server: id, state };
    } catch (error) {
      redis.disconnect();
      throw error;
    } finally {
      cancel();
    }
  }

  private async check(redis: Session['redis'], info: ReadonlyMap<string, string>): Promise<void> {
    const { options, target } = this.route;
    const who = { base: this.base, user: options.username ?? target.username };
    const warnings = await checkSettings(redis, info, this.durability, { ...who, isStart: this.feed === undefined });
    for (const warning of warnings) this.observer.warning?.(warning);
  }

  private async renew(session: Session, link: ServerLink): Promise<void> {
    const { id } = await serverIdentity(session.redis);
    const state = await openStore(session.redis, this.base, id, this.log.revision, this.stamp());
    link.renewed(session, state);
    this.view.learn(state);
  }

  private async submit(write: PendingWrite): Promise<Stored> {
    this.assertUsable();
    assertKey(write.key);
    this.commits.submit(write);
    return write.stored;
  }

  private async purge(low: string, high: string | Buffer): Promise<[count: number, revision: Revision]> {
    for (;;) {
      const answer = await this.run(this.writer, async (session) => {
        const { epoch } = session.state;
        const call = session.redis.call(
          'FCALL',
          functionName('purge'),
          1,
          this.base,
          epoch,
          this.stamp(),
          low,
          high,
          DELETE_KEYS,
        );
        const [outcome, count, revision] = (await call) as string[];
        if (outcome === 'epoch') return this.renew(session, this.writer);
        await this.secure(session);
        return [Number(count), Number(revision)] as [number, Revision];
      });
      if (answer) return answer;
    }
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
  }

  /** Watches end, and whoever keeps what it has seen loads it anew. */
  private async rebuild(reason: StorageError): Promise<void> {
    const state = await this.ask(async (session) => {
      const { id } = await serverIdentity(session.redis);
      return openStore(session.redis, this.base, id, this.log.revision, this.stamp());
    });
    this.rebuilds++;
    this.observer.rebuild?.(reason.message);
    this.view.learn(state);
    this.log.restart(state.revision, reason);
    this.watches.end(reason);
  }

  private async askRevision(): Promise<Revision> {
    return this.ask(async (session) => {
      const { redis } = session;
      const name = functionName(this.durability.mode === 'replicated' ? 'fence' : 'newest');
      const told = (await redis.call('FCALL', name, 1, this.base)) as (string | null)[];
      await this.secure(session);
      const [epoch, revision, oldest, gaps] = told;
      const newest = Number(revision ?? 0);
      if (epoch !== session.state.epoch) await this.renew(session, this.reader);
      else this.view.learn({ revision: newest, oldest: Number(oldest ?? 0), gaps: gapsOf(gaps ?? '') });
      this.pace.want(this.view.newest);
      return this.view.newest;
    });
  }

  /** Waits until replicas have what this connection has written, where that was asked for. */
  private async secure({ redis }: Session): Promise<void> {
    if (this.durability.mode !== 'replicated') return;
    const { replicas } = this.durability;
    const reached = (await redis.call('WAIT', replicas, REPLICATION_LIMIT_MS)) as number;
    if (reached < replicas)
      throw new StorageError('Unavailable', '', { message: `only ${reached} of ${replicas} replicas have the write` });
  }

  /** The same for what was read: a write of our own behind it must arrive there. */
  private async fence(session: Session): Promise<void> {
    if (this.durability.mode !== 'replicated') return;
    await session.redis.call('FCALL', functionName('fence'), 1, this.base);
    await this.secure(session);
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

  private planStatus(): void {
    if (this.closing) return;
    this.stopStatus = systemClock.setTimer(() => {
      void this.readStatus().then(
        () => this.planStatus(),
        () => this.planStatus(),
      );
    }, STATUS_EVERY_MS);
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
    this.stopStatus();
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

/** A wrong password, a missing right, a database that is not there or a certificate that nobody trusts does not pass by itself. */
function isAboutAccess(error: unknown): boolean {
  const { message = '', code = '' } = error as { message?: string; code?: string };
  return /^(WRONGPASS|NOAUTH|NOPERM|ERR AUTH|ERR DB index)/.test(message) || /CERT|SIGNATURE/.test(code);
}
