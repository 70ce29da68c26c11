import { ApiError } from '@orch/apimachinery';
import type { PodDisruptionBudget, PodDisruptionBudgetStatus } from './pod-disruption-budget.types.js';

/** Maximum number of unconfirmed evictions in the status, to limit the size of the object. */
const MAX_UNCONFIRMED = 2_000;
/** Retry-After of a rejected eviction. Short: some clients retry automatically, ten times, before they report the error. */
const RETRY_SECONDS = 1;

/**
 * The budget after one more eviction. The controller updates its conditions. Pure.
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
    );
  }
  const charged: PodDisruptionBudgetStatus = {
    ...status,
    disruptionsAllowed: disruptionsAllowed - 1,
    disruptedPods: Object.fromEntries([...Object.entries(status.disruptedPods ?? {}), [podName, now]]),
  };
  return { ...budget, status: charged };
}

/** An eviction that must be retried since the observed status is stale. */
export const stillProcessing = (budgetName: string): ApiError =>
  refused(`The disruption budget ${budgetName} is still being processed by the server.`);

const refused = (message: string): ApiError =>
  ApiError.tooManyRequests("Cannot evict pod as it would violate the pod's disruption budget.", RETRY_SECONDS, [
    { reason: 'DisruptionBudget', message },
  ]);
