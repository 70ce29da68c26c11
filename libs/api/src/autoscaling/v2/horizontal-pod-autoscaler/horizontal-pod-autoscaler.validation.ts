import { fieldError, FieldPath, type FieldError } from '@orch/apimachinery';
import type { StrategyContext } from '../../../definition/strategy.js';
import { validateRange } from '../../../validation/values.js';
import { validateCounts } from '../../../core/workload/replica-counts.validation.js';
import type { HorizontalPodAutoscalerSpec, HorizontalPodAutoscalerStatus } from './horizontal-pod-autoscaler.types.js';
import type { MetricSpec } from './metric-spec.js';
import { validateMetric } from './metric-source.validation.js';
import { validateObjectReference } from './object-reference.validation.js';
import { validateBehavior } from './scaling-behavior.validation.js';

const SPEC = FieldPath.of('spec');
const STATUS = FieldPath.of('status');
/** Feature under which the lower bound is none. */
const TO_ZERO = 'HPAScaleToZero';

export function validateAutoscalerSpec(
  spec: HorizontalPodAutoscalerSpec | undefined,
  { features, vocabulary }: Pick<StrategyContext, 'features' | 'vocabulary'>,
): FieldError[] {
  if (!spec) return [fieldError.required(SPEC)];
  const { minReplicas, maxReplicas = 0, scaleTargetRef, metrics = [], behavior } = spec;
  const max = SPEC.child('maxReplicas');
  const lowest = features.enabled(TO_ZERO) ? 0 : 1;
  const path = SPEC.child('metrics');
  return [
    ...validateRange(SPEC.child('minReplicas'), minReplicas, lowest),
    ...(maxReplicas < 1 ? [fieldError.invalid(max, maxReplicas, 'must be greater than 0')] : []),
    ...(minReplicas !== undefined && maxReplicas < minReplicas
      ? [fieldError.invalid(max, maxReplicas, 'must be greater than or equal to `minReplicas`')]
      : []),
    ...validateObjectReference(SPEC.child('scaleTargetRef'), scaleTargetRef),
    ...metrics.flatMap((metric, index) => validateMetric(path.index(index), metric, vocabulary)),
    ...(minReplicas === 0 ? validateWakeUp(path, metrics) : []),
    ...(behavior ? validateBehavior(SPEC.child('behavior'), behavior) : []),
  ];
}

/** Zero replicas have no pod metrics: scaling up requires an object or external metric. */
function validateWakeUp(path: FieldPath, metrics: readonly MetricSpec[]): FieldError[] {
  if (metrics.some(({ type }) => type === 'Object' || type === 'External')) return [];
  const detail = 'must specify at least one Object or External metric to support scaling to zero replicas';
  return [fieldError.forbidden(path, detail)];
}

export function validateAutoscalerStatus(status: Partial<HorizontalPodAutoscalerStatus> = {}): FieldError[] {
  return validateCounts(STATUS, status, ['currentReplicas', 'desiredReplicas']);
}
