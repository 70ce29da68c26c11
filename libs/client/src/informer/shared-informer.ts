import type { Observable } from 'rxjs';
import type { HasMetadata } from '../object/object-key.js';
import type { InformerChange } from './informer-change.js';
import type { Lister } from './lister.js';

/** A cache of one resource, kept up to date by list and watch, shared by all who need it. */
export interface SharedInformer<T extends HasMetadata = HasMetadata> {
  readonly lister: Lister<T>;
  /** Resolves when the first list is in the cache; rejects when the informer is stopped before. */
  readonly synced: Promise<void>;
  readonly hasSynced: boolean;
  /**
   * Every change after subscription; a subscriber that comes late first gets the present objects as `added`. Changes
   * come synchronously, after the cache shows them. Completes on stop.
   */
  readonly changes$: Observable<InformerChange<T>>;
}
