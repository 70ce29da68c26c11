import { ApiError } from '@orch/apimachinery';
import type { Condition } from '../../../meta/v1/condition.js';
import type { PodDisruptionBudget, PodDisruptionBudgetStatus } from './pod-disruption-budget.types.js';

/** Maximum number of unconfirmed evictions in the status, to limit the size of the object. */
const MAX_UNCONFIRMED = 2_000;
/** Retry-After of an eviction that the budget does not allow. Short: some clients retry automatically, ten times, before they report the error. */
const RETRY_SECONDS = 1;
/** Retry-After while the controller has not observed the budget. */
const PROCESSING_SECONDS = 10;
const ALLOWED = 'DisruptionAllowed';

/**
 * The budget after one more eviction. Pure.
 * @throws ApiError TooManyRequests when no disruption is allowed, or the controller has not observed the last change (C-010); Forbidden when
 * too many evictions are unconfirmed.
 */
export function chargeEviction(budget: PodDisruptionBudget, podName: string, now: string): PodDisruptionBudget {
  const { name = '', generation = 0 } = budget.metadata;
  const { status = {} } = budget;
  const { disruptionsAllowed = 0, desiredHealthy = 0, currentHealthy = 0 } = status;
  if ((status.observedGeneration ?? 0) < generation) throw stillProcessing(name);
  const ref = { group: 'policy', resource: 'poddisruptionbudget', name };
  if (disruptionsAllowed < 0) throw ApiError.forbidden(ref, 'pdb disruptions allowed is negative');
  if (Object.keys(status.disruptedPods ?? {}).length > MAX_UNCONFIRMED) {
    throw ApiError.forbidden(ref, 'DisruptedPods map too big - too many evictions not confirmed by PDB controller');
  }
  if (disruptionsAllowed === 0) {
    throw refused(
      `The disruption budget ${name} needs ${desiredHealthy} healthy pods and has ${currentHealthy} currently`,
      RETRY_SECONDS,
    );
  }
  const charged: PodDisruptionBudgetStatus = {
    ...status,
    disruptionsAllowed: disruptionsAllowed - 1,
    disruptedPods: Object.fromEntries([...Object.entries(status.disruptedPods ?? {}), [podName, now]]),
    ...(disruptionsAllowed === 1 ? { conditions: withoutAllowance(status, now) } : {}),
  };
  return { ...budget, status: charged };
}

/** The controller says the same when it comes to the budget. A condition keeps its time while its status stays. */
function withoutAllowance(
  { conditions = [], observedGeneration = 0 }: PodDisruptionBudgetStatus,
  now: string,
): Condition[] {
  const current = conditions.find(({ type }) => type === ALLOWED);
  const condition = {
    type: ALLOWED,
    status: 'False',
    observedGeneration,
    lastTransitionTime: current?.status === 'False' ? current.lastTransitionTime : now,
    reason: 'InsufficientPods',
    message: '',
  };
  return current ? conditions.map((other) => (other === current ? condition : other)) : [...conditions, condition];
}

/** An eviction that must be retried since the observed status is stale. */
export const stillProcessing = (budgetName: string): ApiError =>
  refused(`The disruption budget ${budgetName} is still being processed by the server.`, PROCESSING_SECONDS);

const refused = (message: string, retrySeconds: number): ApiError =>
  ApiError.tooManyRequests("Cannot evict pod as it would violate the pod's disruption budget.", retrySeconds, [
    { reason: 'DisruptionBudget', message },
  ]);
