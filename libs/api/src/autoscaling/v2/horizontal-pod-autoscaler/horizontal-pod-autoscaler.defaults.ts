import type { ApiObject } from '@orch/apimachinery';
import type { HorizontalPodAutoscaler } from './horizontal-pod-autoscaler.types.js';
import type { MetricSpec } from './metric-spec.js';
import type { HPAScalingRules, HorizontalPodAutoscalerBehavior } from './scaling-behavior.js';

const DEFAULT_CPU_METRIC: MetricSpec = {
  type: 'Resource',
  resource: { name: 'cpu', target: { type: 'Utilization', averageUtilization: 80 } },
};
/** Up at once, by as much as doubles it or by four pods. */
const SCALE_UP: HPAScalingRules = {
  stabilizationWindowSeconds: 0,
  selectPolicy: 'Max',
  policies: [
    { type: 'Pods', value: 4, periodSeconds: 15 },
    { type: 'Percent', value: 100, periodSeconds: 15 },
  ],
};
/** Scale-down to the minimum; the default stabilization window is the controller's. */
const SCALE_DOWN: HPAScalingRules = {
  selectPolicy: 'Max',
  policies: [{ type: 'Percent', value: 100, periodSeconds: 15 }],
};

/** Defaults that depend on other fields: a cpu metric without any, and complete rules if one is set. */
export function horizontalPodAutoscalerDefaults(object: ApiObject): ApiObject {
  const autoscaler = object as HorizontalPodAutoscaler;
  const { spec } = autoscaler;
  if (!spec) return autoscaler;
  const { metrics, behavior } = spec;
  return {
    ...autoscaler,
    spec: {
      ...spec,
      metrics: metrics && metrics.length > 0 ? metrics : [DEFAULT_CPU_METRIC],
      ...(behavior ? { behavior: behaviorDefaults(behavior) } : {}),
    },
  };
}

const behaviorDefaults = ({
  scaleUp,
  scaleDown,
}: HorizontalPodAutoscalerBehavior): HorizontalPodAutoscalerBehavior => ({
  scaleUp: { ...SCALE_UP, ...scaleUp },
  scaleDown: { ...SCALE_DOWN, ...scaleDown },
});
