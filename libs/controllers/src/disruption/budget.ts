import type { LabelSelectorObject } from '@orch/apimachinery';
import { builtinResources, type HasMetadata, type ResourceLike } from '@orch/client';

export interface PodDisruptionBudget extends HasMetadata {
  readonly spec?: {
    /** A number, or a share of all: `2`, `50%`. */
    readonly minAvailable?: number | string;
    readonly maxUnavailable?: number | string;
    readonly selector?: LabelSelectorObject;
  };
  readonly status?: BudgetStatus;
}

export interface BudgetStatus {
  readonly observedGeneration?: number;
  /** Eviction time of pods whose deletion has not been observed yet, by name. */
  readonly disruptedPods?: Readonly<Record<string, string>>;
  readonly disruptionsAllowed?: number;
  readonly currentHealthy?: number;
  readonly desiredHealthy?: number;
  readonly expectedPods?: number;
  readonly conditions?: readonly BudgetCondition[];
}

export interface BudgetCondition {
  readonly type: string;
  readonly status: string;
  readonly observedGeneration?: number;
  readonly lastTransitionTime: string;
  readonly reason: string;
  readonly message: string;
}

/** A pod, with the fields that budgets use. */
export interface Pod extends HasMetadata {
  readonly status?: { readonly conditions?: readonly { readonly type: string; readonly status: string }[] };
}

export const budgets: ResourceLike<PodDisruptionBudget> = builtinResources.podDisruptionBudgets;
export const pods: ResourceLike<Pod> = builtinResources.pods;
