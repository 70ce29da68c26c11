import type {
  HasMetadata,
  InformerChange,
  InformerFactory,
  InformerOptions,
  ObjectKey,
  ResourceLike,
} from '@orch/client';

/** One resource whose changes add keys to the work queue. Write it with `watch(...)`, which knows the type of the objects. */
export interface Watch<T extends HasMetadata = HasMetadata> {
  readonly resource: ResourceLike<T>;
  readonly options?: InformerOptions<T>;
  /**
   * Keys of the objects to reconcile after a change of this object; called with the old and with the new state of an update.
   * Default: the object's own key. Pure but for listers.
   */
  readonly mapToKeys?: (object: T, informers: InformerFactory) => readonly ObjectKey[];
  /** Changes that add keys. Default: every change. */
  readonly filter?: (change: InformerChange<T>) => boolean;
}

/** A watch of one typed resource. */
export const watch = <T extends HasMetadata>(resource: ResourceLike<T>, rest: Omit<Watch<T>, 'resource'> = {}): Watch =>
  // The functions are called only with objects of this resource, so that the type may be dropped here.
  ({ resource, ...rest }) as unknown as Watch;
