import { Observable, Subject, type Subscription } from 'rxjs';
import type { HasMetadata } from '../object/object-key.js';
import type { ReflectorEvent } from '../watch/reflector-event.js';
import type { InformerChange } from './informer-change.js';
import type { IndexFunction, Lister } from './lister.js';
import { ObjectCache } from './object-cache.js';

/**
 * A cache of one resource, kept up to date by list and watch, shared by all its users. Subscribers are called
 * synchronously, one after the other, without a queue, so they must only record the change.
 */
export class SharedInformer<T extends HasMetadata = HasMetadata> {
  /** Resolves when the first list is in the cache; rejects when the informer is stopped before. */
  readonly synced: Promise<void>;
  private readonly cache = new ObjectCache<T>();
  private readonly changes = new Subject<InformerChange<T>>();
  private subscription: Subscription | undefined;
  private isSynced = false;
  private stopped = false;
  private resolveSynced!: () => void;
  private rejectSynced!: (reason: Error) => void;

  constructor(
    private readonly what: string,
    private readonly source$: Observable<ReflectorEvent<T>>,
    indexes: Readonly<Record<string, IndexFunction<T>>> = {},
  ) {
    this.addIndexes(indexes);
    this.synced = new Promise((resolve, reject) => {
      this.resolveSynced = resolve;
      this.rejectSynced = reject;
    });
    // Callers need not await it.
    this.synced.catch(() => undefined);
  }

  get lister(): Lister<T> {
    return this.cache;
  }

  get hasSynced(): boolean {
    return this.isSynced;
  }

  /**
   * Every change after subscription; a late subscriber first gets the cached objects as `added`. Changes are emitted
   * synchronously, after the cache is updated. Completes on stop.
   */
  readonly changes$: Observable<InformerChange<T>> = new Observable((subscriber) => {
    for (const object of this.cache.list()) subscriber.next({ type: 'added', object });
    return this.changes.subscribe(subscriber);
  });

  addIndexes(indexes: Readonly<Record<string, IndexFunction<T>>>): void {
    for (const [name, valuesOf] of Object.entries(indexes)) this.cache.addIndex(name, valuesOf);
  }

  /** Idempotent. */
  start(): void {
    if (this.subscription || this.stopped) return;
    this.subscription = this.source$.subscribe({
      next: (event) => this.take(event),
      error: (err: unknown) => this.rejectSynced(err instanceof Error ? err : new Error(String(err))),
    });
  }

  /** Stops the informer. The cache stays readable. */
  stop(): void {
    if (this.stopped) return;
    this.stopped = true;
    this.subscription?.unsubscribe();
    this.changes.complete();
    this.rejectSynced(new Error(`the informer of ${this.what} was stopped before it was synced`));
  }

  private take(event: ReflectorEvent<T>): void {
    switch (event.type) {
      case 'BOOKMARK':
        return;
      case 'DELETED':
        return this.tell(this.cache.remove(event.object));
      case 'ADDED':
      case 'MODIFIED':
        return this.tell(this.cache.put(event.object));
      case 'REPLACE':
        this.tell(this.cache.replaceAll(event.objects));
        this.isSynced = true;
        this.resolveSynced();
    }
  }

  private tell(changes: readonly InformerChange<T>[]): void {
    for (const change of changes) this.changes.next(change);
  }
}
