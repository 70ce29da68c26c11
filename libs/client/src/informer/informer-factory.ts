import {
  type Clock,
  type GroupVersionResource,
  groupResource,
  type Random,
  type SelectedMembers,
} from '@orch/apimachinery';
import type { Vocabulary } from '@orch/vocabulary';
import type { HasMetadata } from '../object/object-key.js';
import type { SelectorOptions } from '../resource/call-options.js';
import type { ResourceClient } from '../resource/resource-client.js';
import { resolveResource, type ResourceLike } from '../resource/resource-type.js';
import { reflect } from '../watch/reflect.js';
import { withoutManagedFields } from '../watch/kept-members.js';
import { FirstLists } from './first-lists.js';
import type { IndexFunction, Lister } from './lister.js';
import { SharedInformer } from './shared-informer.js';

export interface InformerOptions<T extends HasMetadata> extends SelectorOptions {
  /** Only this namespace. Default: all. */
  readonly namespace?: string;
  /** Added to the indexes of the shared informer. A name always has the same function, which is one constant: another is refused with a TypeError. */
  readonly indexes?: Readonly<Record<string, IndexFunction<T>>>;
}

/** Source of informers: a `Client` is one. */
export interface InformerSource {
  readonly vocabulary: Vocabulary;
  readonly clock: Clock;
  readonly random: Random;
  resource<T extends HasMetadata>(resource: ResourceLike<T>): ResourceClient<T>;
}

/** Callbacks of informers for failures and recovery. */
export interface InformerReports {
  /** Called on each failure that is retried, so repeatedly during an outage. */
  readonly onFailure?: (failure: unknown, resource: GroupVersionResource) => void;
  /** Called once after failures, when the resource is watched again. */
  readonly onRecovery?: (resource: GroupVersionResource) => void;
}

export interface InformerFactoryOptions extends InformerReports {
  /**
   * Cached objects have no `metadata.managedFields`, often half of their memory. A replace without them keeps the owners of fields.
   * Default: false.
   */
  readonly withoutManagedFields?: boolean;
  /**
   * Members of the cached objects of a resource that are read; others are not in the cache, and a replace would lose them. What an informer keeps is what all its users read.
   * Undefined: all. Default: all of every resource.
   */
  readonly members?: (resource: GroupVersionResource) => SelectedMembers | undefined;
}

/** The informers of one client: one per resource, namespace and selector. */
export class InformerFactory {
  private readonly informers = new Map<string, SharedInformer>();
  private readonly firstLists: FirstLists;
  /** What to call at the end of a first list that was begun or waits. */
  private readonly listEnds = new Map<string, () => void>();
  private state: 'idle' | 'started' | 'stopped' = 'idle';

  constructor(
    private readonly source: InformerSource,
    private readonly options: InformerFactoryOptions = {},
  ) {
    this.firstLists = new FirstLists(source.clock);
  }

  /** Created on first use, then shared. Starts when the factory has started. */
  informer<T extends HasMetadata>(resource: ResourceLike<T>, options: InformerOptions<T> = {}): SharedInformer<T> {
    const { namespace = '', labelSelector = '', fieldSelector = '', indexes = {} } = options;
    const gvr = resolveResource(resource, this.source.vocabulary);
    const id = [gvr.group, gvr.version, gvr.resource, namespace, labelSelector, fieldSelector].join('\n');
    const known = this.informers.get(id) as SharedInformer<T> | undefined;
    if (known) {
      known.addIndexes(indexes);
      return known;
    }
    const all = this.source.resource<T>(resource);
    const inScope = namespace === '' ? all : all.namespace(namespace);
    const members =
      this.options.members?.(gvr) ?? (this.options.withoutManagedFields ? withoutManagedFields : undefined);
    const source$ = reflect<T>(inScope, {
      kept: members ? { members } : {},
      clock: this.source.clock,
      random: this.source.random,
      onFailure: (failure) => {
        this.endFirstList(id);
        this.options.onFailure?.(failure, gvr);
      },
      onRecovery: () => this.options.onRecovery?.(gvr),
      ...(labelSelector === '' ? {} : { labelSelector }),
      ...(fieldSelector === '' ? {} : { fieldSelector }),
    });
    const informer = new SharedInformer<T>(groupResource(gvr), source$, indexes);
    this.informers.set(id, informer as unknown as SharedInformer);
    if (this.state === 'started') this.begin(id, informer);
    if (this.state === 'stopped') informer.stop();
    return informer;
  }

  /** Short for `informer(...).lister`. */
  lister<T extends HasMetadata>(resource: ResourceLike<T>, options?: InformerOptions<T>): Lister<T> {
    return this.informer(resource, options).lister;
  }

  /** Starts all informers, including those created later; their first lists run a few at a time. */
  start(): void {
    if (this.state === 'stopped') return;
    this.state = 'started';
    for (const [id, informer] of this.informers) this.begin(id, informer);
  }

  /** Resolves when all informers created so far are synced; rejects when stopped before. */
  async synced(): Promise<void> {
    await Promise.all([...this.informers.values()].map((informer) => informer.synced));
  }

  /** Stops all informers; caches stay readable. */
  stop(): void {
    this.state = 'stopped';
    for (const informer of this.informers.values()) informer.stop();
  }

  private begin(id: string, informer: Pick<SharedInformer, 'start' | 'synced'>): void {
    if (this.listEnds.has(id)) return;
    const end = this.firstLists.add(() => informer.start());
    this.listEnds.set(id, end);
    informer.synced.then(end, end);
  }

  private endFirstList(id: string): void {
    this.listEnds.get(id)?.();
  }
}
