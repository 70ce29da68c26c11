import type { HasMetadata } from '../object/object-key.js';
import type { SelectorOptions } from '../resource/call-options.js';
import type { ResourceLike } from '../resource/resource-type.js';
import type { IndexFunction, Lister } from './lister.js';
import type { SharedInformer } from './shared-informer.js';

export interface InformerOptions<T extends HasMetadata> extends SelectorOptions {
  /** Only this namespace. Default: all. */
  readonly namespace?: string;
  /** Added to the indexes the shared informer has; a name stands for one function. */
  readonly indexes?: Readonly<Record<string, IndexFunction<T>>>;
}

/** The informers of one client: one per resource, namespace and selector. */
export interface InformerFactory {
  /** Made on first ask, shared after. Starts at once when the factory has started. */
  informer<T extends HasMetadata>(resource: ResourceLike<T>, options?: InformerOptions<T>): SharedInformer<T>;
  /** Short for `informer(...).lister`. */
  lister<T extends HasMetadata>(resource: ResourceLike<T>, options?: InformerOptions<T>): Lister<T>;
  /** Starts all informers asked for so far and later. */
  start(): void;
  /** Resolves when all informers asked for so far are synced. */
  synced(): Promise<void>;
  /** Ends all; caches stay readable. */
  stop(): void;
}
