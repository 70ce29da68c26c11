import { ApiError, sleep, type Clock } from '@orch/apimachinery';
import { keyOf, keyText, type Client, type ObjectKey } from '@orch/client';
import { DONE, inTurns, type Result } from '@orch/controller-kit';
import { SETTLE_MS, type Amounts } from '@orch/quota';
import type { Vocabulary } from '@orch/vocabulary';
import { unlessRefused } from '../shared/refused-write.js';
import { countings, givesBack, plannedStatus, statesLimits } from './plan.js';
import { quotas, type ResourceQuota } from './quota.js';
import type { UsageCount } from './usage-count.js';

/** Requeue delay when admission changed the usage during the count. */
const COUNT_AGAIN: Result = { requeueAfterMs: 20 };

/** How often as long as its last count a quota rests: each change of a Service or claim is a reason to count, and a count lists all objects of the namespace. */
const REST_FACTOR = 4;
/** Unit: milliseconds. */
const LONGEST_REST_MS = 30_000;
/** Quotas that are known to rest. */
const MOST_RESTING = 10_000;

/** Recalculates the usage of a quota. Admission only increases it; this corrects it, and releases the usage of deleted objects. */
export class ResourceQuotaReconciler {
  /** When a quota may be counted again, by key. */
  private readonly restsUntilMs = new Map<string, number>();

  constructor(
    private readonly client: Pick<Client, 'resource'>,
    private readonly usage: UsageCount,
    private readonly vocabulary: Vocabulary,
    private readonly clock: Clock,
  ) {}

  /** @param cached as in the cache. It does not rest while its status has other limits: until then admission counts all objects for each write. */
  async reconcile(cached: ResourceQuota, signal: AbortSignal): Promise<Result> {
    const key = keyOf(cached);
    const text = keyText(key);
    const restMs = (this.restsUntilMs.get(text) ?? 0) - this.clock.now();
    // More: the clock was set back.
    const rests = restMs > 0 && restMs <= LONGEST_REST_MS;
    if (rests && (await inTurns(statesLimits(cached), signal))) return { requeueAfterMs: restMs };
    const spent = { ms: 0 };
    try {
      return await this.recalculate(key, spent, signal);
    } finally {
      this.restsUntilMs.delete(text);
      if (this.restsUntilMs.size >= MOST_RESTING) this.restsUntilMs.clear();
      if (spent.ms > 0) {
        this.restsUntilMs.set(text, this.clock.now() + Math.min(LONGEST_REST_MS, REST_FACTOR * spent.ms));
      }
    }
  }

  private async recalculate(key: ObjectKey, spent: { ms: number }, signal: AbortSignal): Promise<Result> {
    let quota = await this.client.resource(quotas).find(key, { signal });
    if (!quota) return DONE;
    let used = await this.count(quota, spent, signal);
    if (await inTurns(givesBack(quota, used), signal)) {
      // Objects that admission counted are not listed until stored: releasing their usage would exceed the limit.
      quota = await this.client.resource(quotas).find(key, { signal });
      if (!quota) return DONE;
      await sleep(this.clock, SETTLE_MS, signal);
      used = await this.count(quota, spent, signal);
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

  /** @param spent gets the time that it took. */
  private async count(quota: ResourceQuota, spent: { ms: number }, signal: AbortSignal): Promise<Amounts> {
    const beganMs = this.clock.now();
    try {
      return await this.usage.of(quota, await inTurns(countings(quota.spec, this.vocabulary), signal), signal);
    } finally {
      spent.ms += Math.max(0, this.clock.now() - beganMs);
    }
  }
}
