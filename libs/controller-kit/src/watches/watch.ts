import type {
  HasMetadata,
  InformerChange,
  InformerFactory,
  InformerOptions,
  ObjectKey,
  ResourceLike,
} from '@orch/client';

/** A watched resource whose changes add keys to the work queue. Create it with `watch(...)`, which infers the type of its objects. */
export interface Watch<T extends HasMetadata = HasMetadata> {
  readonly resource: ResourceLike<T>;
  readonly options?: InformerOptions<T>;
  /**
   * Keys of the objects to reconcile after a change of this object; called with the old and with the new state of an update.
   * Default: the object's own key. Pure, except for listers.
   */
  readonly mapToKeys?: (object: T, informers: InformerFactory) => readonly ObjectKey[];
  /** Predicate: which changes add keys. Default: every change. */
  readonly filter?: (change: InformerChange<T>) => boolean;
}

/** A watch of one typed resource. */
export const watch = <T extends HasMetadata>(resource: ResourceLike<T>, rest: Omit<Watch<T>, 'resource'> = {}): Watch =>
  // The functions are called only with objects of this resource, so the type parameter can be dropped.
  ({ resource, ...rest }) as unknown as Watch;
