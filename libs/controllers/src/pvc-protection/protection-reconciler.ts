import type { HasMetadata, Lister, ObjectKey, ResourceClient } from '@orch/client';
import { DONE, Finalizer, type Reconciler, type Result } from '@orch/controller-kit';
import { isHeld } from './plan.js';

/** For a user the cache does not know: if it goes before the cache learns of it, no event will tell. */
const LOOK_AGAIN: Result = { requeueAfterMs: 5_000 };

/** What keeps objects of one kind: those of another kind that use them. */
export interface Use<T, U> {
  readonly isInUse: (object: T, users: readonly U[]) => boolean;
  /** Those that may use it, as far as the cache knows. */
  readonly cached: (object: T) => readonly U[];
  /** All that may use it, as the server tells now. */
  readonly standing: (object: T, signal: AbortSignal) => AsyncIterable<U>;
}

/** Lets an object that is being deleted go once nobody uses it. */
export class ProtectionReconciler<T extends HasMetadata, U> implements Reconciler {
  private readonly finalizer: Finalizer<T>;

  constructor(
    private readonly lister: Lister<T>,
    private readonly use: Use<T, U>,
    client: ResourceClient<T>,
    entry: string,
  ) {
    this.finalizer = new Finalizer(client, entry, () => Promise.resolve());
  }

  async reconcile(key: ObjectKey, signal: AbortSignal): Promise<Result> {
    const object = this.lister.get(key);
    if (!object || !isHeld(object, this.finalizer.entry)) return DONE;
    // A user that ends or goes brings the key back, so there is nothing to wait for.
    if (this.use.isInUse(object, this.use.cached(object))) return DONE;
    // The cache may not know yet a user that exists, and letting go cannot be undone: ask the server itself.
    for await (const user of this.use.standing(object, signal)) {
      if (this.use.isInUse(object, [user])) return LOOK_AGAIN;
    }
    return this.finalizer.run(object, signal);
  }
}
