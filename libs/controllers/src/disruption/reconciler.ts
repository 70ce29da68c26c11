import { Inject } from '@nestjs/common';
import { ApiError, Clock } from '@orch/apimachinery';
import { Client, NAMESPACE_INDEX, type Lister, type ObjectKey } from '@orch/client';
import { DONE, EventRecorder, InjectLister, inTurns, Reconciler, watch, type Result } from '@orch/controller-kit';
import { conditionsOf } from '../shared/known-conditions.js';
import { budgets, pods, type Pod, type PodDisruptionBudget } from './budget.js';
import { budgetsToCompute, changesBudgets, coveredPods } from './coverage.js';
import { expectedScale, type ScaleClient } from './expected-scale.js';
import { KnownScales, stateOf } from './known-scales.js';
import { needsScale, planBudget } from './plan.js';

/** Requeue delay after a conflict with an eviction, whose event arrives meanwhile. */
const CONFLICT_RETRY: Result = { requeueAfterMs: 50 };

/** Recheck interval: no event reports that an owner was scaled. */
const RESYNC_MS = 60_000;

/** Reconciles the status of budgets: how many of their pods may be evicted now (C-010). */
@Reconciler({
  name: 'disruption',
  resyncMs: RESYNC_MS,
  watches: [
    watch(budgets),
    watch(pods, {
      filter: changesBudgets,
      mapToKeys: (pod, informers) =>
        budgetsToCompute(pod, informers.lister(budgets).byIndex(NAMESPACE_INDEX, pod.metadata.namespace ?? '')),
    }),
  ],
})
export class DisruptionReconciler implements Reconciler {
  private readonly scales: KnownScales;

  constructor(
    @InjectLister(budgets) private readonly lister: Lister<PodDisruptionBudget>,
    @InjectLister(pods) private readonly pods: Lister<Pod>,
    @Inject(Client) private readonly client: ScaleClient,
    @Inject(EventRecorder) private readonly events: Pick<EventRecorder, 'record'>,
    private readonly clock: Clock,
  ) {
    this.scales = new KnownScales(clock);
  }

  async reconcile(key: ObjectKey, signal: AbortSignal): Promise<Result> {
    const budget = this.lister.get(key);
    if (!budget) return DONE;
    const conditions = await conditionsOf(budget, signal);
    const inNamespace = this.pods.byIndex(NAMESPACE_INDEX, key.namespace);
    const covered = await inTurns(coveredPods(inNamespace, conditions), signal);
    if (covered.length === 0) this.events.record(budget, 'Normal', 'NoPods', 'No matching pods found');
    const scale = needsScale(budget) ? await this.scaleOf(key.namespace, inNamespace, covered, signal) : covered.length;
    if (typeof scale === 'string') {
      const message = `Failed to calculate the number of expected pods: ${scale}`;
      this.events.record(budget, 'Warning', 'CalculateExpectedPodCountFailed', message);
    }
    const { status, recheckAfterMs } = planBudget(budget, covered, scale, this.clock.now());
    if (status) {
      try {
        // With the resourceVersion that was read: fails with Conflict when an eviction was counted since.
        await this.client.resource(budgets).updateStatus({ ...budget, status }, { signal });
      } catch (err) {
        if (err instanceof ApiError && err.reason === 'Conflict') return CONFLICT_RETRY;
        if (err instanceof ApiError && err.reason === 'NotFound') return DONE;
        throw err;
      }
    }
    return recheckAfterMs === undefined ? DONE : { requeueAfterMs: recheckAfterMs };
  }

  private async scaleOf(
    namespace: string,
    inNamespace: readonly Pod[],
    covered: readonly Pod[],
    signal: AbortSignal,
  ): Promise<number | string> {
    const once = this.scales.in(namespace, await inTurns(stateOf(inNamespace), signal));
    return expectedScale(covered, this.client, signal, once);
  }
}
