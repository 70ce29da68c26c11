import { Clock } from '@orch/apimachinery';
import type { Lister, ObjectKey, ResourceClient } from '@orch/client';
import { DONE, InjectLister, InjectResourceClient, Reconciler, watch, type Result } from '@orch/controller-kit';
import { Vocabulary } from '@orch/vocabulary';
import { bootstrapTokenSelection, isBootstrapTokenSecret, secrets, type Secret } from '../shared/bootstrap-token.js';
import { preconditionsOf } from '../shared/preconditions.js';
import { waitUntil } from '../shared/wait-until.js';
import { planToken } from './plan.js';

/** Deletes bootstrap tokens at the moment they expire. */
@Reconciler({
  name: 'token-cleaner',
  watches: (vocabulary) => [watch(secrets, { options: bootstrapTokenSelection(vocabulary) })],
})
export class TokenCleanerReconciler implements Reconciler {
  constructor(
    @InjectLister(secrets, bootstrapTokenSelection) private readonly tokens: Lister<Secret>,
    @InjectResourceClient(secrets) private readonly client: ResourceClient<Secret>,
    private readonly vocabulary: Vocabulary,
    private readonly clock: Clock,
  ) {}

  async reconcile(key: ObjectKey, signal: AbortSignal): Promise<Result> {
    const secret = this.tokens.get(key);
    if (!secret || !isBootstrapTokenSecret(secret, this.vocabulary)) return DONE;
    const nowMs = this.clock.now();
    const plan = planToken(secret, nowMs);
    if (plan.action === 'wait') return waitUntil(plan.untilMs, nowMs);
    if (plan.action === 'delete' && secret.metadata.deletionTimestamp === undefined) {
      await this.client.deleteIfPresent(key, { preconditions: preconditionsOf(secret), signal });
    }
    return DONE;
  }
}
