import { ApiError } from '@orch/apimachinery';
import type { PodDisruptionBudget, PodDisruptionBudgetStatus } from './pod-disruption-budget.types.js';

/** Evictions that nobody has confirmed yet are remembered in the status; more than this and it stops being one object. */
const MAX_UNCONFIRMED = 2_000;
/**
 * When a client that was refused may ask again. Short: some clients wait and ask again by themselves, ten times, before they tell their user.
 */
const RETRY_SECONDS = 1;

/**
 * The budget after one more eviction of it. Its conditions are left to the controller, which follows. Pure.
 * @throws ApiError TooManyRequests when it has none left, or has not been looked at since it changed (C-010); Forbidden when too many evictions
 * are unconfirmed.
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

/** An eviction that must wait since the state it was judged by is old. */
export const stillProcessing = (budgetName: string): ApiError =>
  refused(`The disruption budget ${budgetName} is still being processed by the server.`);

const refused = (message: string): ApiError =>
  ApiError.tooManyRequests("Cannot evict pod as it would violate the pod's disruption budget.", RETRY_SECONDS, [
    { reason: 'DisruptionBudget', message },
  ]);
