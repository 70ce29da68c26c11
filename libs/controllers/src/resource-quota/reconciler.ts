import { ApiError, sleep, type Clock } from '@orch/apimachinery';
import type { Client, ObjectKey } from '@orch/client';
import { DONE, inTurns, type Result } from '@orch/controller-kit';
import type { Amounts } from '@orch/quota';
import type { Vocabulary } from '@orch/vocabulary';
import { unlessRefused } from '../shared/refused-write.js';
import { countings, givesBack, plannedStatus } from './plan.js';
import { quotas, type ResourceQuota } from './quota.js';
import type { UsageCount } from './usage-count.js';

/** Delay after which all usage counted by admission is stored or released. */
const SETTLE_MS = 100;
/** Requeue delay when admission changed the usage during the count. */
const COUNT_AGAIN: Result = { requeueAfterMs: 20 };

/** Recalculates the usage of a quota. Admission only increases it; this corrects it, and releases the usage of deleted objects. */
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
    if (await inTurns(givesBack(quota, used), signal)) {
      // Objects that admission counted are not listed until stored: releasing their usage would exceed the limit.
      quota = await this.client.resource(quotas).find(key, { signal });
      if (!quota) return DONE;
      await sleep(this.clock, SETTLE_MS, signal);
      used = await this.count(quota, signal);
    }
    const status = await inTurns(plannedStatus(quota, used), signal);
    if (!status) return DONE;
    const written = { ...quota, status };
    try {
      // With the resourceVersion read before the count: fails with Conflict when admission changed the usage since.
      await unlessRefused(() => this.client.resource(quotas).updateStatus(written, { signal }));
    } catch (err) {
      if (err instanceof ApiError && err.reason === 'Conflict') return COUNT_AGAIN;
      if (err instanceof ApiError && err.reason === 'NotFound') return DONE;
      throw err;
    }
    return DONE;
  }

  private async count(quota: ResourceQuota, signal: AbortSignal): Promise<Amounts> {
    return this.usage.of(quota, await inTurns(countings(quota.spec, this.vocabulary), signal), signal);
  }
}
