import type { PodSpec } from '@orch/api';

/** Why a pod may not be, in two parts: `privileged`, `container "c" must not set ...`. */
export interface Violation {
  readonly reason: string;
  readonly detail: string;
}

/** One rule; undefined when the pod keeps it. */
export type SecurityCheck = (spec: PodSpec) => Violation | undefined;
