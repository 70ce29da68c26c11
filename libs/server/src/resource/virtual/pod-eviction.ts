import { chargeEviction, evictedPod, stillProcessing, type Pod, type PodDisruptionBudget } from '@orch/api';
import { ApiError, formatTime, jsonPart, labelSelectorFromObject } from '@orch/apimachinery';
import { flowOf, inTurns } from '@orch/http';
import {
  checkDeletePreconditions,
  type DeleteRequest,
  type Registry,
  type ResourceStore,
  type WriteRequest,
} from '@orch/registry';

const BUDGETS = { group: 'policy', version: 'v1', resource: 'poddisruptionbudgets' };

/** Attempts for a pod that changes between check and delete. */
const ATTEMPTS = 5;

/** One eviction: checks the pod's budget, updates it, deletes the pod. A dry run writes nothing. */
export class PodEviction {
  constructor(
    private readonly registry: Registry,
    private readonly pods: ResourceStore,
    private readonly request: WriteRequest,
    private readonly options: DeleteRequest,
  ) {}

  /**
   * @throws ApiError NotFound, TooManyRequests (C-010), InternalError for a pod with several budgets, errors of the
   * delete.
   */
  async evict(name: string): Promise<void> {
    for (let attempt = 1; ; attempt++) {
      const pod = await inTurns(this.read(name), { flow: flowOf(this.request.user) });
      if (!isNotDisrupting(pod)) return this.evictRunning(pod, name);
      // A pending pod may have started meanwhile: then it is checked again. Other pods keep their state.
      const mayBecomeDisrupting = pod.status?.phase === 'Pending' && pod.metadata.deletionTimestamp === undefined;
      if (!mayBecomeDisrupting) return this.remove(name);
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
    const { component } = budgets.definition.vocabulary.apiServerLease;
    await budgets.change({ ...this.request, fieldManager: component }, budget.metadata.name!, 'status', (current) =>
      chargeEviction(current as PodDisruptionBudget, podName, formatTime(Date.now())),
    );
  }

  private async remove(name: string, options: DeleteRequest = this.options): Promise<void> {
    const marks = !this.request.dryRun && this.pods.writer.parts.features.enabled('PodDisruptionConditions');
    const marked = marks ? await this.mark(name, options) : options;
    await this.pods.delete(this.request, name, marked);
  }

  /** Says in the status why the pod ends. @returns the options for the pod as changed. */
  private async mark(name: string, options: DeleteRequest): Promise<DeleteRequest> {
    const { bytes } = await this.pods.change(this.request, name, 'eviction', (pod) => {
      checkDeletePreconditions(this.pods.definition, name, options, pod.metadata);
      return evictedPod(pod as Pod, formatTime(Date.now()));
    });
    if (options.resourceVersion === undefined) return options;
    const written = jsonPart(bytes, ['metadata', 'resourceVersion']);
    return { ...options, ...(written && { resourceVersion: JSON.parse(written.toString()) as string }) };
  }

  /**
   * Deletes the pod if it is unchanged. False when it has changed and `mayFail`. Preconditions of the client take
   * precedence.
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

  private *read(name: string): Generator<undefined, Pod> {
    const pod = yield* this.registry.readInSteps(this.pods.definition.gvr, this.request.namespace, name);
    if (!pod) throw ApiError.notFound({ group: '', resource: 'pods', name });
    return pod as Pod;
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

/** A pod that is not running yet, has finished, or is being deleted. */
const isNotDisrupting = ({ metadata, status }: Pod): boolean =>
  metadata.deletionTimestamp !== undefined || NO_LOSS.has(status?.phase ?? '');

const NO_LOSS: ReadonlySet<string> = new Set(['Pending', 'Succeeded', 'Failed']);

const isReady = ({ status }: Pod): boolean =>
  status?.conditions?.some(({ type, status: value }) => type === 'Ready' && value === 'True') === true;

/** An unready pod may be evicted when enough others are healthy, or when the budget allows it. */
function mayLoseUnready({ spec, status }: PodDisruptionBudget): boolean {
  if (spec?.unhealthyPodEvictionPolicy === 'AlwaysAllow') return true;
  const { currentHealthy = 0, desiredHealthy = 0 } = status ?? {};
  return currentHealthy >= desiredHealthy && desiredHealthy > 0;
}
