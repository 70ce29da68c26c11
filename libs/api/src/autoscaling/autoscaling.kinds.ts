import type { KindDeclaration } from '../definition/kind-declaration.js';
import { horizontalPodAutoscalerV1Kind } from './v1/horizontal-pod-autoscaler/horizontal-pod-autoscaler.kind.js';
import { horizontalPodAutoscalerKind } from './v2/horizontal-pod-autoscaler/horizontal-pod-autoscaler.kind.js';
import { horizontalPodAutoscalerV2Beta1Kind } from './v2beta1/horizontal-pod-autoscaler/horizontal-pod-autoscaler.kind.js';
import { horizontalPodAutoscalerV2Beta2Kind } from './v2beta2/horizontal-pod-autoscaler/horizontal-pod-autoscaler.kind.js';

export const autoscalingKinds: readonly KindDeclaration[] = [
  horizontalPodAutoscalerV1Kind,
  horizontalPodAutoscalerKind,
  horizontalPodAutoscalerV2Beta1Kind,
  horizontalPodAutoscalerV2Beta2Kind,
];
