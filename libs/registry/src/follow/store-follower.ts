import { ApiError, type Clock } from '@orch/apimachinery';
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

/** How long a request waits until what is in memory is as new as the store. */
const FRESH_LIMIT_MS = 5_000;
/** How old the state may be for a request that takes any: what it reads, and the rights by which it reads. */
const MAX_AGE_MS = 1_000;
/** Resources that are loaded at a time from a store that is far away. */
const LOADS_AT_ONCE = 8;
/** Delays between attempts to load everything anew. */
const FIRST_RETRY_MS = 250;
const LAST_RETRY_MS = 5_000;

/** What a follower works with, and whom it tells. */
export interface FollowerOptions {
  readonly storage: Storage;
  /** Whether it is not the main store, whose revisions say when rights changed. */
  readonly isBeside: boolean;
  readonly clock: Clock;
  /** Each change of the actors' state, synchronously; also those that were found by loading anew. */
  readonly changed: (actor: ResourceActor, change: Change) => void;
  /** The store can no longer be followed: whoever hears it ends the watches. */
  readonly failed: (error: unknown) => void;
  readonly rebuilding: (step: RebuildStep) => void;
  /** Called for each object whose stored value is found damaged while the state is loaded. */
  readonly damaged: (damage: StorageError) => void;
}

/**
 * Keeps the actors of one store as the store is: loads them, then hands each durable event to the actor whose prefix its key has.
 * On a store that others write too, each actor is loaded at a moment of its own; reads wait until all have reached the last of them.
 */
export class StoreFollower implements StorePosition {
  private readonly actors = new Map<string, ResourceActor>();
  private readonly dirty = new Set<ResourceActor>();
  private readonly gate: RevisionBarrier;
  /** Where it is a store beside the main one. */
  private readonly marks: RevisionMarks | undefined;
  /** The store, where others write it too. */
  private readonly shared: SharedStorage | undefined;
  private subscription: Subscription | undefined;
  /** The last question for what is newest, and the catching up that followed. */
  private caughtUp: { readonly asked: Promise<Revision>; readonly done: Promise<void> } | undefined;
  /** When the store was last asked for a revision that memory has since reached. Unit: milliseconds since 1970. */
  private confirmedAtMs = -Infinity;
  private publishing = false;
  private closed = false;
  /** Counts rebuilds: one that was overtaken by the next has nothing more to say. */
  private rebuilds = 0;
  private retryMs = FIRST_RETRY_MS;

  constructor(private readonly options: FollowerOptions) {
    const { storage, clock } = options;
    const shared = isShared(storage) ? storage : undefined;
    this.shared = shared;
    if (options.isBeside) this.marks = new RevisionMarks();
    this.gate = new RevisionBarrier(clock, shared && (() => shared.revision));
  }

  get storage(): Storage {
    return this.options.storage;
  }

  get revision(): Revision {
    return this.gate.revision;
  }

  get isFollowing(): boolean {
    return this.gate.isOpen;
  }

  /** Whether others write the store too, so that it must be asked what is newest. */
  get isShared(): boolean {
    return this.shared !== undefined;
  }

  isLost(revision: Revision): boolean {
    return this.shared?.isLost(revision) === true;
  }

  waitFor(revision: Revision, timeoutMs: number): Promise<boolean> {
    return this.gate.waitFor(revision, timeoutMs);
  }

  refresh(): void | Promise<void> {
    return this.fresh();
  }

  revisionAt(main: Revision): Revision {
    return this.marks?.ownAt(main) ?? main;
  }

  /** The main store has reached this revision. */
  mark(main: Revision): void {
    this.marks?.add(main, this.gate.revision);
  }

  add(actor: ResourceActor): void {
    this.actors.set(actor.prefix, actor);
  }

  /** Loads the state and starts to follow the store. Resolves when reads may begin. */
  async start(): Promise<void> {
    const { upTo } = await this.follow();
    if (!this.gate.isOpen) await this.gate.waitFor(upTo);
  }

  close(): void {
    this.closed = true;
    this.subscription?.unsubscribe();
    for (const actor of this.actors.values()) actor.hub.close();
  }

  /**
   * Returns when reads see every write that was acknowledged to anybody before the call: at once where nobody else writes.
   * @throws ApiError ServiceUnavailable when that cannot be known in time.
   */
  fresh(): void | Promise<void> {
    if (!this.shared) return;
    const asked = this.shared.confirm();
    // Concurrent calls share one question.
    if (this.caughtUp?.asked !== asked)
      this.caughtUp = { asked, done: inTime(this.options.clock, this.reachedWhatIs(asked)) };
    return this.caughtUp.done;
  }

  /**
   * As `fresh`, for reads that may miss the writes of the last second: at once where the store confirmed the state in memory within it.
   * @throws ApiError ServiceUnavailable when that cannot be known in time.
   */
  recent(): void | Promise<void> {
    if (!this.shared || (this.gate.isOpen && this.isRecent)) return;
    return this.fresh();
  }

  private get isRecent(): boolean {
    const ageMs = this.options.clock.now() - this.confirmedAtMs;
    return ageMs >= 0 && ageMs <= MAX_AGE_MS;
  }

  private async reachedWhatIs(asked: Promise<Revision>): Promise<void> {
    const askedAtMs = this.options.clock.now();
    await this.reached(await asked);
    this.confirmedAtMs = askedAtMs;
  }

  private async reached(revision: Revision): Promise<void> {
    if (await this.gate.waitFor(revision, FRESH_LIMIT_MS)) return;
    throw notCaughtUp();
  }

  /** @returns what was found to be different, and the revision up to which actors are ahead of each other. */
  private async follow(): Promise<{ readonly upTo: Revision; readonly changes: number }> {
    let changes = 0;
    for (;;) {
      try {
        const loaded = await this.load();
        changes += loaded.changes;
        await this.listen(loaded.from);
        this.gate.resumeAt(loaded.upTo);
        return { upTo: loaded.upTo, changes };
      } catch (error) {
        // It went on elsewhere meanwhile, or loading took longer than history is kept: what is loaded next is newer.
        if (!isHistoryGone(error) || this.closed) throw error;
      }
    }
  }

  /** @throws what the store throws, when nothing is being loaded any more. */
  private async load(): Promise<{ readonly from: Revision; readonly upTo: Revision; readonly changes: number }> {
    const moments: Revision[] = [];
    let changes = 0;
    const waiting = this.actors.values();
    const loadNext = async (): Promise<void> => {
      for (const actor of waiting) {
        const { revision, found } = await this.loadOne(actor);
        moments.push(revision);
        changes += found;
      }
    };
    const loaders = Array.from({ length: this.shared ? LOADS_AT_ONCE : 1 }, loadNext);
    const failed = (await Promise.allSettled(loaders)).find((outcome) => outcome.status === 'rejected');
    if (failed) throw failed.reason;
    if (moments.length === 0) moments.push(this.options.storage.revision);
    return { from: Math.min(...moments), upTo: Math.max(...moments), changes };
  }

  /** @returns the moment at which it stood so, and how many objects were other than here. */
  private async loadOne(actor: ResourceActor): Promise<{ readonly revision: Revision; readonly found: number }> {
    const { storage, clock, changed, damaged } = this.options;
    const reload = actor.isNew ? undefined : actor.reload();
    const visit = reload ? reload.see.bind(reload) : actor.load.bind(actor);
    const onDamaged = (damage: StorageError): void => {
      if (reload) reload.seeDamaged(damage);
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
   * Reads what was told while nobody listened, then listens from the very revision that the store has told of: so all that it says it
   * has told from then on was told here.
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
    this.gate.advance(at);
    this.subscription = storage.watch('', at, { previous: false }).subscribe({
      next: (event) => this.apply(event),
      error: (error: unknown) => this.ended(error),
    });
  }

  /** Called by the store, synchronously, once per durable event. */
  private apply(event: StorageEvent): void {
    const actor = this.actors.get(prefixOfStorageKey(event.key));
    const change = actor?.apply(event);
    if (change) {
      this.dirty.add(actor!);
      this.options.changed(actor!, change);
    }
    this.gate.advance(event.revision);
    if (this.publishing) return;
    // Events of one commit come in one go: they reach the watchers as one batch.
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

  /** Nothing that was seen here can be relied on: reads wait, watches begin anew, and everything is loaded again. */
  private async rebuild(cause: StorageError): Promise<void> {
    const { clock, rebuilding, failed } = this.options;
    const turn = ++this.rebuilds;
    const startedMs = clock.now();
    // One that follows another before it was through does not spin.
    const again = !this.gate.isOpen;
    this.gate.close();
    for (const actor of this.actors.values()) actor.hub.expire();
    rebuilding({ step: 'began', cause });
    if (again) await this.pause();
    while (!this.closed) {
      try {
        const { upTo, changes } = await this.follow();
        await this.gate.waitFor(upTo);
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
    return new Promise((resolve) => this.options.clock.setTimer(resolve, ms));
  }
}

/** Asking and catching up together take no longer than the limit, however long the store hangs. @throws ApiError ServiceUnavailable. */
function inTime(clock: Clock, caughtUp: Promise<void>): Promise<void> {
  return new Promise((resolve, reject) => {
    const cancel = clock.setTimer(() => reject(notCaughtUp()), FRESH_LIMIT_MS);
    const failed = (error: unknown): void => reject(error instanceof StorageError ? cannotBeAsked() : (error as Error));
    caughtUp.then(resolve, failed).finally(cancel);
  });
}

const cannotBeAsked = (): ApiError =>
  ApiError.serviceUnavailable('the store could not be asked what is newest, please try again later', 2);

/** The history that was followed does not go on, or not from there. */
const isHistoryGone = (error: unknown): error is StorageError =>
  error instanceof StorageError && (error.code === 'Lost' || error.code === 'Compacted');
