import type { HasMetadata, Lister, ObjectKey, ResourceClient } from '@orch/client';
import { DONE, Finalizer, type Reconciler, type Result } from '@orch/controller-kit';
import { isHeld } from './plan.js';

/** Recheck interval for a user that is not in the cache: if it is deleted before it is cached, no event follows. */
const LOOK_AGAIN: Result = { requeueAfterMs: 5_000 };

/** How objects of one kind are used by objects of another. */
export interface Use<T, U> {
  readonly isInUse: (object: T, users: readonly U[]) => boolean;
  /** Possible users, from the cache. */
  readonly cached: (object: T) => readonly U[];
  /** Whether it is in use as the server has it, since it is being deleted. */
  readonly isInUseLive: (object: T, signal: AbortSignal) => Promise<boolean>;
}

/** Removes the finalizer of an object that is being deleted once it is not in use. */
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
    // The termination or delete of a user requeues the key: no requeue delay is needed.
    if (this.use.isInUse(object, this.use.cached(object))) return DONE;
    // The cache may be stale, and removing the finalizer cannot be undone: list from the server.
    if (await this.use.isInUseLive(object, signal)) return LOOK_AGAIN;
    return this.finalizer.run(object, signal);
  }
}
