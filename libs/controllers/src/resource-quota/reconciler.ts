import { ApiError, type Clock } from '@orch/apimachinery';
import { wait, type Client, type ObjectKey } from '@orch/client';
import { DONE, type Result } from '@orch/controller-kit';
import type { Vocabulary } from '@orch/vocabulary';
import { countings, givesBack, plannedStatus } from './plan.js';
import { quotas, type ResourceQuota } from './quota.js';
import type { UsageCount } from './usage-count.js';

/** By then whatever was counted by admission before has been stored, or given back. */
const SETTLE_MS = 100;
/** Somebody was counted while we counted. */
const COUNT_AGAIN: Result = { requeueAfterMs: 20 };

/** Counts anew what is in use of a quota. Admission counts up; this corrects, and gives back what deletes free. */
export class ResourceQuotaReconciler {
  constructor(
    private readonly client: Pick<Client, 'resource'>,
    private readonly usage: UsageCount,
    private readonly vocabulary: Vocabulary,
    private readonly clock: Clock,
  ) {}

  async reconcile(key: ObjectKey, signal: AbortSignal): Promise<Result> {
    let quota = await this.client.resource(quotas).find(key, { signal });
    if (!quota) return DONE;
    let used = await this.count(quota, signal);
    if (givesBack(quota, used)) {
      // What admission has counted and not stored yet is not to be seen: giving that back would let in too many.
      quota = await this.client.resource(quotas).find(key, { signal });
      if (!quota) return DONE;
      await wait(this.clock, SETTLE_MS, signal);
      used = await this.count(quota, signal);
    }
    const status = plannedStatus(quota, used);
    if (!status) return DONE;
    try {
      // Carries the version that was read before it was counted: who was let in since answers Conflict.
      await this.client.resource(quotas).updateStatus({ ...quota, status }, { signal });
    } catch (err) {
      if (err instanceof ApiError && err.reason === 'Conflict') return COUNT_AGAIN;
      if (err instanceof ApiError && err.reason === 'NotFound') return DONE;
      throw err;
    }
    return DONE;
  }

  private count(quota: ResourceQuota, signal: AbortSignal) {
    return this.usage.of(quota, countings(quota, this.vocabulary), signal);
  }
}
