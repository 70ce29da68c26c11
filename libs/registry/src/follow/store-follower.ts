import { ApiError, type Clock, sleep, withTimeout } from '@orch/apimachinery';
import {
  isShared,
  StorageError,
  type Revision,
  type SharedStorage,
  type Storage,
  type StorageEvent,
} from '@orch/storage';
import type { Subscription } from 'rxjs';
import type { ResourceActor } from '../actor/resource-actor.js';
import type { Change } from '../cache/change.js';
import { notCaughtUp } from '../errors/storage-errors.js';
import { prefixOfStorageKey } from '../keys/storage-keys.js';
import type { StorePosition } from '../position/store-position.js';
import { loadPrefix } from './load-prefix.js';
import type { RebuildStep } from './rebuild.js';
import { RevisionBarrier } from './revision-barrier.js';
import { RevisionMarks } from './revision-marks.js';

/** How long a consistent read waits until the cache has the store's newest revision. */
const CONSISTENT_READ_TIMEOUT_MS = 5_000;
/** Maximum age of the state, including RBAC, for a request that accepts any state. */
const MAX_AGE_MS = 1_000;
/** Resources that are loaded concurrently from a remote store. */
const LOADS_AT_ONCE = 8;
/** Delays between attempts of a full reload. */
const FIRST_RETRY_MS = 250;
const LAST_RETRY_MS = 5_000;

/** An actor that is being loaded, and the events of its objects since. */
interface JoiningActor {
  readonly actor: ResourceActor;
  readonly events: StorageEvent[];
}

/** Dependencies and callbacks of a follower. */
export interface FollowerOptions {
  readonly storage: Storage;
  /** Whether it is a secondary store. The revisions of the main store date changes of RBAC. */
  readonly isSecondary: boolean;
  readonly clock: Clock;
  /** Called synchronously with each change of the actors' state, also with changes found by a reload. */
  readonly changed: (actor: ResourceActor, change: Change) => void;
  /** Called when the store can no longer be followed. The callee ends the watches. */
  readonly failed: (error: unknown) => void;
  readonly rebuilding: (step: RebuildStep) => void;
  /** Called for each object whose stored value is found damaged while the state is loaded. */
  readonly damaged: (damage: StorageError) => void;
}

/**
 * Keeps the actors of one store in sync with it: loads them, then dispatches each durable event to the actor of its key prefix. On a
 * shared store, each actor is loaded at its own revision; reads wait until all have reached the highest of these.
 */
export class StoreFollower implements StorePosition {
  private readonly actors = new Map<string, ResourceActor>();
  private readonly dirty = new Set<ResourceActor>();
  /** Actors that are being loaded while the store is followed, by prefix. */
  private readonly joining = new Map<string, JoiningActor>();
  private readonly barrier: RevisionBarrier;
  /** For a secondary store only. */
  private readonly marks: RevisionMarks | undefined;
  /** The store, if it is shared. */
  private readonly shared: SharedStorage | undefined;
  private subscription: Subscription | undefined;
  /** The last `confirm` call, and the wait until the cache reached its result. */
  private consistentRead: { readonly confirmed: Promise<Revision>; readonly done: Promise<void> } | undefined;
  /** When the newest revision was last read that the cache has since reached. Unit: milliseconds since 1970. */
  private confirmedAtMs = -Infinity;
  private publishing = false;
  private closed = false;
  /** Counts rebuilds: one that was superseded by the next reports nothing more. */
  private rebuilds = 0;
  private retryMs = FIRST_RETRY_MS;

  constructor(private readonly options: FollowerOptions) {
    const { storage, clock } = options;
    const shared = isShared(storage) ? storage : undefined;
    this.shared = shared;
    if (options.isSecondary) this.marks = new RevisionMarks();
    this.barrier = new RevisionBarrier(clock, shared && (() => shared.revision));
  }

  get storage(): Storage {
    return this.options.storage;
  }

  get revision(): Revision {
    return this.barrier.revision;
  }

  get isFollowing(): boolean {
    return this.barrier.isOpen;
  }

  /** Whether other servers write the store too, so that consistent reads must ask it for its newest revision. */
  get isShared(): boolean {
    return this.shared !== undefined;
  }

  isLost(revision: Revision): boolean {
    return this.shared?.isLost(revision) === true;
  }

  waitFor(revision: Revision, timeoutMs: number): Promise<boolean> {
    return this.barrier.waitFor(revision, timeoutMs);
  }

  refresh(): void | Promise<void> {
    return this.waitForConsistentRead();
  }

  revisionAt(main: Revision): Revision {
    return this.marks?.ownAt(main) ?? main;
  }

  /** The main store reached this revision. */
  mark(main: Revision): void {
    this.marks?.add(main, this.barrier.revision);
  }

  add(actor: ResourceActor): void {
    this.actors.set(actor.prefix, actor);
  }

  /**
   * Adds an actor while the store is followed. Resolves when the actor has the state of the store and gets each later event, and when it was
   * removed meanwhile. Tries again while the store cannot be read.
   */
  async join(actor: ResourceActor): Promise<void> {
    const joining: JoiningActor = { actor, events: [] };
    this.joining.set(actor.prefix, joining);
    const isWanted = (): boolean => !this.closed && this.joining.get(actor.prefix) === joining;
    for (let retryMs = FIRST_RETRY_MS; isWanted();) {
      const { rebuilds } = this;
      const since = this.barrier.revision;
      try {
        const { revision } = await this.loadOne(actor);
        await this.barrier.waitFor(revision);
        // The history was lost meanwhile, or the state is older than events that were delivered before the call.
        if (rebuilds !== this.rebuilds || revision < since) continue;
        if (isWanted()) this.joined(joining);
        return;
      } catch (error) {
        if (this.closed) return;
        if (!(error instanceof StorageError)) return this.options.failed(error);
        await sleep(this.options.clock, retryMs);
        retryMs = Math.min(2 * retryMs, LAST_RETRY_MS);
      }
    }
  }

  /** The actor has loaded: it gets the events that came since, and from now on each one directly. */
  private joined({ actor, events }: JoiningActor): void {
    this.joining.delete(actor.prefix);
    this.actors.set(actor.prefix, actor);
    for (const event of events) this.pass(actor, event);
    this.publishLater();
  }

  /** Removes an actor: its watches end after the changes so far, and its memory is freed. */
  leave(actor: ResourceActor): void {
    const { prefix } = actor;
    if (this.joining.get(prefix)?.actor === actor) this.joining.delete(prefix);
    if (this.actors.get(prefix) === actor) this.actors.delete(prefix);
    this.dirty.delete(actor);
    actor.endWatches();
    actor.dispose();
  }

  /** Loads the state and starts to follow the store. Resolves when the cache is synced. */
  async start(): Promise<void> {
    const { upTo } = await this.follow();
    if (!this.barrier.isOpen) await this.barrier.waitFor(upTo);
  }

  close(): void {
    this.closed = true;
    this.subscription?.unsubscribe();
    for (const actor of this.actors.values()) actor.hub.close();
  }

  /**
   * Returns when reads see every write acknowledged before the call, by any server: immediately if the store is not shared.
   * @throws ApiError ServiceUnavailable after a timeout.
   */
  waitForConsistentRead(): void | Promise<void> {
    if (!this.shared) return;
    const confirmed = this.shared.confirm();
    // Concurrent calls share one `confirm`.
    if (this.consistentRead?.confirmed !== confirmed)
      this.consistentRead = { confirmed, done: limited(this.options.clock, this.reachConfirmed(confirmed)) };
    return this.consistentRead.done;
  }

  /**
   * As `waitForConsistentRead`, for reads that may miss the writes of the last second: immediately if the store confirmed the cached state
   * within it.
   * @throws ApiError ServiceUnavailable after a timeout.
   */
  waitForRecentRead(): void | Promise<void> {
    if (!this.shared || (this.barrier.isOpen && this.isRecent)) return;
    return this.waitForConsistentRead();
  }

  private get isRecent(): boolean {
    const ageMs = this.options.clock.now() - this.confirmedAtMs;
    return ageMs >= 0 && ageMs <= MAX_AGE_MS;
  }

  private async reachConfirmed(confirmed: Promise<Revision>): Promise<void> {
    const startedAtMs = this.options.clock.now();
    await this.waitUntilReached(await confirmed);
    this.confirmedAtMs = startedAtMs;
  }

  private async waitUntilReached(revision: Revision): Promise<void> {
    if (await this.barrier.waitFor(revision, CONSISTENT_READ_TIMEOUT_MS)) return;
    throw notCaughtUp();
  }

  /** @returns the number of changes found, and the highest revision at which an actor was loaded. */
  private async follow(): Promise<{ readonly upTo: Revision; readonly changes: number }> {
    let changes = 0;
    for (;;) {
      try {
        const loaded = await this.load();
        changes += loaded.changes;
        await this.listen(loaded.from);
        this.barrier.resumeAt(loaded.upTo);
        return { upTo: loaded.upTo, changes };
      } catch (error) {
        // The history was lost, or loading took longer than the history window: the next load starts at a newer revision.
        if (!isHistoryGone(error) || this.closed) throw error;
      }
    }
  }

  /** @throws what the store throws, after all loads have ended. */
  private async load(): Promise<{ readonly from: Revision; readonly upTo: Revision; readonly changes: number }> {
    const revisions: Revision[] = [];
    let changes = 0;
    const waiting = this.actors.values();
    const loadNext = async (): Promise<void> => {
      for (const actor of waiting) {
        const { revision, found } = await this.loadOne(actor);
        revisions.push(revision);
        changes += found;
      }
    };
    const loaders = Array.from({ length: this.shared ? LOADS_AT_ONCE : 1 }, loadNext);
    const failed = (await Promise.allSettled(loaders)).find((outcome) => outcome.status === 'rejected');
    if (failed) throw failed.reason;
    if (revisions.length === 0) revisions.push(this.options.storage.revision);
    return { from: Math.min(...revisions), upTo: Math.max(...revisions), changes };
  }

  /** @returns the revision of the load, and the number of changed objects. */
  private async loadOne(actor: ResourceActor): Promise<{ readonly revision: Revision; readonly found: number }> {
    const { storage, clock, changed, damaged } = this.options;
    const reload = actor.isNew ? undefined : actor.reload();
    const visit = reload ? reload.add.bind(reload) : actor.load.bind(actor);
    const onDamaged = (damage: StorageError): void => {
      if (reload) reload.addDamaged(damage);
      else actor.loadDamaged(damage);
      damaged(damage);
    };
    const revision = await loadPrefix(storage, actor.prefix, visit, { onDamaged });
    const found = reload ? actor.replace(reload.changes(revision, clock.now())) : [];
    for (const change of found) changed(actor, change);
    actor.loaded(revision);
    return { revision, found: found.length };
  }

  /**
   * Reads the events since `from` from history, then watches from the revision that the store has delivered. From then on, every
   * event that the store reports as delivered was received here.
   */
  private async listen(from: Revision): Promise<void> {
    const { storage } = this.options;
    let at = from;
    while (at < storage.revision) {
      const upTo = storage.revision;
      for await (const event of storage.history('', at, upTo)) this.apply(event);
      at = upTo;
    }
    if (this.closed) return;
    this.barrier.advance(at);
    this.subscription = storage.watch('', at, { previous: false }).subscribe({
      next: (event) => this.apply(event),
      error: (error: unknown) => this.ended(error),
    });
  }

  /** Called by the store, synchronously, once per durable event. */
  private apply(event: StorageEvent): void {
    const prefix = prefixOfStorageKey(event.key);
    const actor = this.actors.get(prefix);
    if (actor) this.pass(actor, event);
    else this.joining.get(prefix)?.events.push(event);
    this.barrier.advance(event.revision);
    this.publishLater();
  }

  private pass(actor: ResourceActor, event: StorageEvent): void {
    const change = actor.apply(event);
    if (!change) return;
    this.dirty.add(actor);
    this.options.changed(actor, change);
  }

  private publishLater(): void {
    if (this.publishing) return;
    // Events of one commit arrive synchronously: watchers get them as one batch.
    this.publishing = true;
    queueMicrotask(() => {
      this.publishing = false;
      for (const dirty of this.dirty) dirty.publish();
      this.dirty.clear();
    });
  }

  private ended(error: unknown): void {
    if (this.closed) return;
    if (isHistoryGone(error)) return void this.rebuild(error);
    this.options.failed(error);
  }

  /** The cached state is no longer valid: reads wait, watches end with Expired, and everything is reloaded. */
  private async rebuild(cause: StorageError): Promise<void> {
    const { clock, rebuilding, failed } = this.options;
    const turn = ++this.rebuilds;
    const startedMs = clock.now();
    // Backs off when it follows an unfinished rebuild.
    const again = !this.barrier.isOpen;
    this.barrier.close();
    // Of the lost history.
    for (const { events } of this.joining.values()) events.length = 0;
    for (const actor of this.actors.values()) actor.hub.expire();
    rebuilding({ step: 'began', cause });
    if (again) await this.pause();
    while (!this.closed) {
      try {
        const { upTo, changes } = await this.follow();
        await this.barrier.waitFor(upTo);
        if (turn !== this.rebuilds) return;
        this.retryMs = FIRST_RETRY_MS;
        return rebuilding({ step: 'done', changes, tookMs: clock.now() - startedMs });
      } catch (error) {
        if (this.closed) return;
        if (!(error instanceof StorageError)) return failed(error);
        rebuilding({ step: 'failed', error, againInMs: this.retryMs });
        await this.pause();
      }
    }
  }

  private pause(): Promise<void> {
    const ms = this.retryMs;
    this.retryMs = Math.min(2 * ms, LAST_RETRY_MS);
    return sleep(this.options.clock, ms);
  }
}

/** Bounds `confirm` and the wait together by the limit, also when the store hangs. @throws ApiError ServiceUnavailable. */
async function limited(clock: Clock, consistentRead: Promise<void>): Promise<void> {
  try {
    await withTimeout(clock, CONSISTENT_READ_TIMEOUT_MS, consistentRead, () => {
      throw notCaughtUp();
    });
  } catch (error) {
    throw error instanceof StorageError ? cannotConfirm() : error;
  }
}

const cannotConfirm = (): ApiError =>
  ApiError.serviceUnavailable('the newest revision of the store could not be read, please try again later', 2);

/** The followed history was lost or compacted. */
const isHistoryGone = (error: unknown): error is StorageError =>
  error instanceof StorageError && (error.code === 'Lost' || error.code === 'Compacted');
