import { chargeEviction, stillProcessing, type Pod, type PodDisruptionBudget } from '@orch/api';
import { ApiError, formatTime, labelSelectorFromObject } from '@orch/apimachinery';
import { flowOf, inTurns } from '@orch/http';
import type { DeleteRequest, Registry, ResourceStore, WriteRequest } from '@orch/registry';

const BUDGETS = { group: 'policy', version: 'v1', resource: 'poddisruptionbudgets' };

/** How often a pod that changed while it was judged is judged anew. */
const ATTEMPTS = 5;

/** One eviction: asks the pod's budget, charges it, deletes the pod. A dry run charges and deletes nothing. */
export class PodEviction {
  constructor(
    private readonly registry: Registry,
    private readonly pods: ResourceStore,
    private readonly request: WriteRequest,
    private readonly options: DeleteRequest,
  ) {}

  /** @throws ApiError NotFound, TooManyRequests (C-010), InternalError for a pod with several budgets, what the delete throws. */
  async evict(name: string): Promise<void> {
    for (let attempt = 1; ; attempt++) {
      const pod = this.read(name);
      if (!isNoLoss(pod)) return this.evictRunning(pod, name);
      // One that waits may have begun to run: then it is judged as such. Others stay what they are.
      const mayBecomeALoss = pod.status?.phase === 'Pending' && pod.metadata.deletionTimestamp === undefined;
      if (!mayBecomeALoss) return this.remove(name);
      if (await this.removeUnchanged(pod, name, attempt < ATTEMPTS)) return;
    }
  }

  private async evictRunning(pod: Pod, name: string): Promise<void> {
    const [budget, another] = await inTurns(this.budgetsOf(pod), { flow: flowOf(this.request.user) });
    if (another) {
      throw new ApiError(
        'InternalError',
        'This pod has more than one PodDisruptionBudget, which the eviction subresource does not support.',
      );
    }
    if (!budget) return this.remove(name);
    if (!isReady(pod) && mayLoseUnready(budget)) {
      if (await this.removeUnchanged(pod, name, true)) return;
      throw stillProcessing(budget.metadata.name ?? '');
    }
    await this.charge(budget, name);
    return this.remove(name);
  }

  private async charge(budget: PodDisruptionBudget, podName: string): Promise<void> {
    const budgets = this.registry.resource(BUDGETS.group, BUDGETS.version, BUDGETS.resource)!;
    await budgets.change(this.request, budget.metadata.name!, 'status', (current) =>
      chargeEviction(current as PodDisruptionBudget, podName, formatTime(Date.now())),
    );
  }

  private async remove(name: string, options: DeleteRequest = this.options): Promise<void> {
    await this.pods.writer.delete(this.request, name, options);
  }

  /**
   * Deletes the pod as it was judged. False when it has changed since and `mayFail`. What the client itself demands counts more.
   */
  private async removeUnchanged({ metadata }: Pod, name: string, mayFail: boolean): Promise<boolean> {
    if (this.options.resourceVersion !== undefined) {
      await this.remove(name);
      return true;
    }
    try {
      await this.remove(name, { ...this.options, resourceVersion: metadata.resourceVersion });
      return true;
    } catch (error) {
      if (mayFail && error instanceof ApiError && error.reason === 'Conflict') return false;
      throw error;
    }
  }

  private read(name: string): Pod {
    const entry = this.pods.get(this.request.namespace, name);
    if (!entry) throw ApiError.notFound({ group: '', resource: 'pods', name });
    return this.pods.object(entry) as Pod;
  }

  private *budgetsOf({ metadata }: Pod): Generator<undefined, PodDisruptionBudget[]> {
    const found: PodDisruptionBudget[] = [];
    yield* this.registry.visitInSteps(BUDGETS, this.request.namespace, (object) => {
      const budget = object as PodDisruptionBudget;
      if (labelSelectorFromObject(budget.spec?.selector).matches(metadata.labels ?? {})) found.push(budget);
    });
    return found;
  }
}

/** It serves nobody: not yet, not any more, or it is on its way out. */
const isNoLoss = ({ metadata, status }: Pod): boolean =>
  metadata.deletionTimestamp !== undefined || NO_LOSS.has(status?.phase ?? '');

const NO_LOSS: ReadonlySet<string> = new Set(['Pending', 'Succeeded', 'Failed']);

const isReady = ({ status }: Pod): boolean =>
  status?.conditions?.some(({ type, status: value }) => type === 'Ready' && value === 'True') === true;

/** A pod that is not ready counts for nothing, so it may go where enough others are ready, or where the budget says so. */
function mayLoseUnready({ spec, status }: PodDisruptionBudget): boolean {
  if (spec?.unhealthyPodEvictionPolicy === 'AlwaysAllow') return true;
  const { currentHealthy = 0, desiredHealthy = 0 } = status ?? {};
  return currentHealthy >= desiredHealthy && desiredHealthy > 0;
}
