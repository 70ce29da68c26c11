import type { Lister, ObjectKey, ResourceClient } from '@orch/client';
import { DONE, Finalizer, type Reconciler, type Result } from '@orch/controller-kit';
import { isClaimInUse, isHeld } from './plan.js';
import type { PersistentVolumeClaim, Pod } from './volume-objects.js';

/** Index of pods by the claims they use. */
export const POD_BY_CLAIM = 'claim';

/** For a pod the cache does not know: if it goes before the cache learns of it, no event will tell. */
const LOOK_AGAIN: Result = { requeueAfterMs: 5_000 };

/** Lets a claim go once no pod needs it. */
export class ClaimProtectionReconciler implements Reconciler {
  private readonly finalizer: Finalizer<PersistentVolumeClaim>;

  constructor(
    private readonly claims: Lister<PersistentVolumeClaim>,
    private readonly pods: Lister<Pod>,
    private readonly podClient: ResourceClient<Pod>,
    claimClient: ResourceClient<PersistentVolumeClaim>,
    entry: string,
  ) {
    this.finalizer = new Finalizer(claimClient, entry, () => Promise.resolve());
  }

  async reconcile(key: ObjectKey, signal: AbortSignal): Promise<Result> {
    const claim = this.claims.get(key);
    if (!claim || !isHeld(claim, this.finalizer.entry)) return DONE;
    // A pod that ends or goes brings the key back, so there is nothing to wait for.
    if (isClaimInUse(claim, this.pods.byIndex(POD_BY_CLAIM, `${key.namespace}/${key.name}`))) return DONE;
    // The cache may not know yet a pod that exists, and letting go cannot be undone: ask the server itself.
    for await (const pod of this.podClient.namespace(key.namespace).listAll({ signal })) {
      if (isClaimInUse(claim, [pod])) return LOOK_AGAIN;
    }
    return this.finalizer.run(claim, signal);
  }
}
