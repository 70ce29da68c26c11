import { formatTime, parseTimeMs } from '@orch/apimachinery';
import type { BudgetCondition, BudgetStatus, Pod, PodDisruptionBudget } from './budget.js';

/** Time within which the deletion of an evicted pod must be observed. After that the eviction counts as failed. */
const EVICTION_LIMIT_MS = 120_000;

const DISRUPTION_ALLOWED = 'DisruptionAllowed';

/** Desired status of a budget. */
export interface BudgetPlan {
  /** Undefined when it is unchanged. */
  readonly status: BudgetStatus | undefined;
  /** When an unconfirmed eviction expires, if there is one. Unit: milliseconds. */
  readonly recheckAfterMs: number | undefined;
}

/** Whether a budget depends on the expected number of pods, which is the scale of their owners. */
export const needsScale = ({ spec = {} }: PodDisruptionBudget): boolean =>
  spec.maxUnavailable !== undefined || typeof spec.minAvailable === 'string';

/**
 * The status of a budget over these pods.
 * @param scale how many pods their owners want, where `needsScale`; a message says why it is unknown: then no pod may be evicted.
 */
export function planBudget(
  budget: PodDisruptionBudget,
  covered: readonly Pod[],
  scale: number | string,
  nowMs: number,
): BudgetPlan {
  const { generation = 0 } = budget.metadata;
  const before = budget.status ?? {};
  const failure = typeof scale === 'string' ? scale : undefined;
  const { waiting, recheckAfterMs } = unconfirmed(before.disruptedPods ?? {}, covered, nowMs);
  const { expectedPods, desiredHealthy } =
    typeof scale === 'number'
      ? wanted(budget, covered.length, scale)
      : { expectedPods: before.expectedPods ?? 0, desiredHealthy: before.desiredHealthy ?? 0 };
  const currentHealthy = covered.filter((pod) => isHealthy(pod) && !(pod.metadata.name! in waiting)).length;
  const disruptionsAllowed =
    failure === undefined && expectedPods > 0 ? Math.max(0, currentHealthy - desiredHealthy) : 0;
  const counts = { disruptionsAllowed, currentHealthy, desiredHealthy, expectedPods };
  const conditions = withAllowed(before.conditions ?? [], {
    observedGeneration: generation,
    status: disruptionsAllowed > 0 ? 'True' : 'False',
    reason: failure !== undefined ? 'SyncFailed' : disruptionsAllowed > 0 ? 'SufficientPods' : 'InsufficientPods',
    message: failure ?? '',
    now: formatTime(nowMs),
  });
  const isSame =
    (before.observedGeneration ?? 0) === generation &&
    Object.entries(counts).every(([name, value]) => (before[name as keyof typeof counts] ?? 0) === value) &&
    Object.keys(before.disruptedPods ?? {}).length === Object.keys(waiting).length &&
    conditions === before.conditions;
  const disruptedPods = Object.keys(waiting).length === 0 ? {} : { disruptedPods: waiting };
  return {
    status: isSame ? undefined : { observedGeneration: generation, ...disruptedPods, ...counts, conditions },
    recheckAfterMs,
  };
}

function wanted({ spec = {} }: PodDisruptionBudget, covered: number, scale: number) {
  const { maxUnavailable, minAvailable } = spec;
  if (maxUnavailable !== undefined) {
    return { expectedPods: scale, desiredHealthy: Math.max(0, scale - amountOf(maxUnavailable, scale)) };
  }
  if (minAvailable === undefined) return { expectedPods: 0, desiredHealthy: 0 };
  const expectedPods = typeof minAvailable === 'string' ? scale : covered;
  return { expectedPods, desiredHealthy: amountOf(minAvailable, expectedPods) };
}

/** A share is rounded up to whole pods. */
const amountOf = (value: number | string, all: number): number =>
  typeof value === 'number' ? value : Math.ceil((Number.parseInt(value, 10) * all) / 100);

/** Evictions whose pods are not being deleted yet. */
function unconfirmed(disrupted: Readonly<Record<string, string>>, covered: readonly Pod[], nowMs: number) {
  const waiting: Record<string, string> = Object.create(null) as Record<string, string>;
  let recheckAfterMs: number | undefined;
  for (const { metadata } of covered) {
    const name = metadata.name!;
    const at = Object.hasOwn(disrupted, name) ? disrupted[name] : undefined;
    if (at === undefined || metadata.deletionTimestamp !== undefined) continue;
    const leftMs = (parseTimeMs(at) ?? 0) + EVICTION_LIMIT_MS - nowMs;
    if (leftMs <= 0) continue;
    waiting[name] = at;
    // A time in the future is not one of an eviction: timers beyond 25 days would end at once.
    recheckAfterMs = Math.min(recheckAfterMs ?? EVICTION_LIMIT_MS, leftMs);
  }
  return { waiting, recheckAfterMs };
}

/** Whether a pod is ready, and not about to go. */
export const isHealthy = ({ metadata, status }: Pod): boolean =>
  metadata.deletionTimestamp === undefined &&
  status?.conditions?.some(({ type, status: value }) => type === 'Ready' && value === 'True') === true;

/** The same array when nothing changes. A condition keeps its time while its status stays. */
function withAllowed(
  before: readonly BudgetCondition[],
  { now, ...wish }: Omit<BudgetCondition, 'type' | 'lastTransitionTime'> & { readonly now: string },
): readonly BudgetCondition[] {
  const current = before.find(({ type }) => type === DISRUPTION_ALLOWED);
  const lastTransitionTime = current?.status === wish.status ? current.lastTransitionTime : now;
  const isSame =
    current?.status === wish.status &&
    current.reason === wish.reason &&
    current.message === wish.message &&
    current.observedGeneration === wish.observedGeneration;
  if (isSame) return before;
  return [
    ...before.filter(({ type }) => type !== DISRUPTION_ALLOWED),
    { type: DISRUPTION_ALLOWED, lastTransitionTime, ...wish },
  ];
}
