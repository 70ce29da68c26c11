import { setImmediate as nextTurn } from 'node:timers/promises';
import type { Clock } from '@orch/apimachinery';
import {
  EmbeddedStorage,
  StorageError,
  type BulkReadable,
  type Precondition,
  type Revision,
  type SharedStorage,
  type SharedStorageStatus,
  type Storage,
  type StorageEvent,
  type Stored,
  type Value,
} from '@orch/storage';
import { temporaryDirectory } from '@orch/testing';
import { Observable, type Subscriber, type Subscription } from 'rxjs';

/** Prefix of keys without events, for revisions without an event. */
const SILENT = 'silent\0';

/** Revisions that one view saw and the store then lost. */
interface Gap {
  readonly after: Revision;
  readonly next: Revision;
}

/**
 * One store with several views that lag by a delay of the test, as seen by replicas that share a store. The store itself is
 * real.
 */
export class SharedStore {
  readonly views: LaggingView[] = [];
  readonly gaps: Gap[] = [];
  private silent = 0;

  private constructor(
    readonly store: EmbeddedStorage,
    private readonly remove: () => Promise<void>,
  ) {}

  static async open(clock?: Clock): Promise<SharedStore> {
    const directory = await temporaryDirectory();
    const store = await EmbeddedStorage.open({ directory: directory.path, ...(clock && { clock }) });
    return new SharedStore(store, () => directory.remove());
  }

  /** @param delay turns of the event loop that each event, load and `confirm` takes; default: none. */
  view(delay: () => number = () => 0): LaggingView {
    const view = new LaggingView(this, delay);
    this.views.push(view);
    return view;
  }

  /** Only the revision grows, as where a new history begins. */
  async skip(count = 1): Promise<void> {
    const value: Value = { bytes: Buffer.from('x'), revisionAt: undefined };
    for (let n = 0; n < count; n++) await this.store.create(SILENT + this.silent++, value);
  }

  /** The store loses the changes that only `view` has seen; their revisions are never assigned again. */
  async failOver(view: LaggingView): Promise<void> {
    const after = this.store.revision;
    const seen = view.revision;
    await this.skip(Math.max(0, seen - after) + 1);
    this.gaps.push({ after, next: this.store.revision });
    view.abortResponse('Lost');
  }

  async close(): Promise<void> {
    for (const view of this.views) await view.close();
    await this.store.close();
    await this.remove();
  }
}

/** The store as one process sees it. */
export class LaggingView implements SharedStorage, BulkReadable {
  revision: Revision;
  /** Whether the store is available. */
  isReachable = true;
  /** Number of prefix loads. */
  loads = 0;
  private readonly watches = new Set<{ prefix: string; after: Revision; subscriber: Subscriber<StorageEvent> }>();
  private readonly delivered: StorageEvent[] = [];
  private arrived: StorageEvent[] = [];
  private reached: { revision: Revision; wake: () => void }[] = [];
  private subscription: Subscription;
  private held = false;
  private pumping = false;

  constructor(
    private readonly shared: SharedStore,
    private readonly delay: () => number,
  ) {
    this.revision = shared.store.revision;
    this.subscription = this.listen();
  }

  get oldestRevision(): Revision {
    return this.shared.store.oldestRevision;
  }

  /** Holds back events from now on. */
  hold(): void {
    this.held = true;
  }

  /** Delivers the events held back. */
  release(): void {
    this.held = false;
    void this.pump();
  }

  /** Delivers a change to this view only, which the store has lost: `failOver` follows. */
  ghost(key: string, bytes: (revision: Revision) => string): void {
    const revision = this.revision + 1;
    const value = Buffer.from(bytes(revision));
    this.deliver({ type: 'put', key, value, revision, previous: undefined, timeMs: 0 });
  }

  /** Ends all watches: the history that this view followed is lost or compacted. */
  abortResponse(code: 'Lost' | 'Compacted'): void {
    this.subscription.unsubscribe();
    this.arrived = [];
    this.delivered.length = 0;
    this.revision = this.shared.store.revision;
    this.subscription = this.listen();
    this.wake();
    const watches = [...this.watches];
    this.watches.clear();
    for (const { subscriber } of watches) subscriber.error(new StorageError(code, ''));
  }

  async create(key: string, value: Value, ...preconditions: readonly Precondition[]): Promise<Stored> {
    return this.written(await this.shared.store.create(key, value, ...preconditions));
  }

  async replace(
    key: string,
    expected: Revision,
    value: Value,
    ...preconditions: readonly Precondition[]
  ): Promise<Stored> {
    return this.written(await this.shared.store.replace(key, expected, value, ...preconditions));
  }

  async delete(key: string, expected: Revision, last: Value): Promise<Stored> {
    return this.written(await this.shared.store.delete(key, expected, last));
  }

  deleteRange(prefix: string): Promise<number> {
    return this.shared.store.deleteRange(prefix);
  }

  get(key: string): Promise<Stored | undefined> {
    return this.shared.store.get(key);
  }

  list(prefix: string): ReturnType<Storage['list']> {
    return this.shared.store.list(prefix);
  }

  async loadAll(prefix: string, visit: (stored: Stored) => void): Promise<Revision> {
    this.loads++;
    this.assertReachable();
    await this.lag();
    const revision = await this.shared.store.loadAll(prefix, visit);
    await this.lag();
    return revision;
  }

  watch(prefix: string, after: Revision): Observable<StorageEvent> {
    return new Observable((subscriber) => {
      const watch = { prefix, after, subscriber };
      for (const event of this.delivered)
        if (event.revision > after && event.key.startsWith(prefix)) subscriber.next(event);
      this.watches.add(watch);
      return () => this.watches.delete(watch);
    });
  }

  history(prefix: string, after: Revision, upTo: Revision): AsyncIterable<StorageEvent> {
    return audible(this.shared.store.history(prefix, after, Math.min(upTo, this.revision)));
  }

  async confirm(): Promise<Revision> {
    this.assertReachable();
    await this.lag();
    this.assertReachable();
    return this.shared.store.revision;
  }

  isLost(revision: Revision): boolean {
    return this.shared.gaps.some(({ after, next }) => after < revision && revision < next);
  }

  status(): SharedStorageStatus {
    const newestRevision = this.shared.store.revision;
    return {
      connected: true,
      newestRevision,
      behindMs: 0,
      logLength: 0,
      reconnects: 0,
      rebuilds: 0,
      unsafeSettings: [],
    };
  }

  close(): Promise<void> {
    this.subscription.unsubscribe();
    for (const { subscriber } of this.watches) subscriber.complete();
    return Promise.resolve();
  }

  private listen(): Subscription {
    return this.shared.store.watch('', this.revision).subscribe((event) => {
      this.arrived.push(event);
      void this.pump();
    });
  }

  private async pump(): Promise<void> {
    if (this.pumping) return;
    this.pumping = true;
    while (this.arrived.length > 0 && !this.held) {
      await this.lag();
      const event = this.held ? undefined : this.arrived.shift();
      if (event) this.deliver(event);
    }
    this.pumping = false;
  }

  private deliver(event: StorageEvent): void {
    this.revision = event.revision;
    if (!event.key.startsWith(SILENT)) {
      this.delivered.push(event);
      for (const { prefix, after, subscriber } of this.watches) {
        if (event.revision > after && event.key.startsWith(prefix)) subscriber.next(event);
      }
    }
    this.wake();
  }

  private wake(): void {
    const due = this.reached.filter(({ revision }) => revision <= this.revision);
    this.reached = this.reached.filter(({ revision }) => revision > this.revision);
    for (const { wake } of due) wake();
  }

  private async written(stored: Stored): Promise<Stored> {
    if (stored.revision > this.revision) {
      await new Promise<void>((wake) => this.reached.push({ revision: stored.revision, wake }));
    }
    return stored;
  }

  private async lag(): Promise<void> {
    for (let turns = this.delay(); turns > 0; turns--) await nextTurn();
  }

  private assertReachable(): void {
    if (!this.isReachable) throw new StorageError('Unavailable', '');
  }
}

async function* audible(events: AsyncIterable<StorageEvent>): AsyncIterable<StorageEvent> {
  for await (const event of events) if (!event.key.startsWith(SILENT)) yield event;
}
