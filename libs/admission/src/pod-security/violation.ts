import type { PodSpec } from '@orch/api';
import type { Vocabulary } from '@orch/vocabulary';

/** The checked part of a pod or a pod template. */
export interface CheckedPod {
  readonly spec: PodSpec;
  readonly annotations: Readonly<Record<string, string>>;
}

/** Why a pod is not allowed, in two parts: `privileged`, `container "c" must not set ...`. */
export interface Violation {
  readonly reason: string;
  readonly detail: string;
}

/** A check; undefined if the pod passes. */
export type SecurityCheck = (pod: CheckedPod) => Violation | undefined;

/** Names of annotations that checks read. */
export type AnnotationNames = Pick<
  Vocabulary['annotations'],
  'appArmorPrefix' | 'seccompPod' | 'seccompContainerPrefix'
>;
