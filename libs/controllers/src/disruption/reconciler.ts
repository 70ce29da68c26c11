import { Inject } from '@nestjs/common';
import { ApiError, Clock } from '@orch/apimachinery';
import { Client, NAMESPACE_INDEX, type Lister, type ObjectKey } from '@orch/client';
import { DONE, EventRecorder, InjectLister, inTurns, Reconciler, watch, type Result } from '@orch/controller-kit';
import { conditionsOf } from '../shared/known-conditions.js';
import { budgets, pods, type Pod, type PodDisruptionBudget } from './budget.js';
import { budgetsToCompute, changesBudgets, coveredPods } from './coverage.js';
import { expectedScale, scaleOf, type ScaleClient } from './expected-scale.js';
import { KnownScales } from './known-scales.js';
import { needsScale, planBudget } from './plan.js';
import { podOwners } from './pod-owners.js';

/** Requeue delay after a conflict with an eviction, whose event arrives meanwhile. */
const CONFLICT_RETRY: Result = { requeueAfterMs: 50 };

/** Owners whose scales are read in one reconcile, with three requests each: other budgets have their turns meanwhile. */
const READ_AT_ONCE = 16;
/** More scales are to be read. */
const READ_ON: Result = { requeueAfterMs: 0 };

/** What is known of the scales of owners. */
interface Expected {
  /** As of {@link expectedScale}; undefined when more must be read first. */
  readonly scale: number | string | undefined;
  /** Whether no scale is to be read again. */
  readonly isCurrent: boolean;
}

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
    const { scale, isCurrent } = needsScale(budget)
      ? await this.expected(key.namespace, inNamespace, covered, signal)
      : { scale: covered.length, isCurrent: true };
    if (scale === undefined) return READ_ON;
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
    if (!isCurrent) return READ_ON;
    return recheckAfterMs === undefined ? DONE : { requeueAfterMs: recheckAfterMs };
  }

  /** Reads a part of the scales that are not current. Others are as they were read last: a namespace whose pods change all the time has a status, too. */
  private async expected(
    namespace: string,
    inNamespace: readonly Pod[],
    covered: readonly Pod[],
    signal: AbortSignal,
  ): Promise<Expected> {
    const owners = await inTurns(podOwners(covered, inNamespace), signal);
    for (const owner of this.scales.toRead(namespace, owners).slice(0, READ_AT_ONCE)) {
      await this.scales.read(namespace, owner, (reference) => scaleOf(reference, namespace, this.client, signal));
      if (!this.scales.get(namespace, owner)?.scale) break;
    }
    return {
      scale: expectedScale(owners, (owner) => this.scales.get(namespace, owner)),
      isCurrent: this.scales.toRead(namespace, owners).length === 0,
    };
  }
}
