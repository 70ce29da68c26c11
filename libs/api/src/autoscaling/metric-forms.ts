import type {
  CrossVersionObjectReference,
  MetricIdentifier,
  MetricTarget,
} from './v2/horizontal-pod-autoscaler/metric-target.js';
import type { MetricSpec } from './v2/horizontal-pod-autoscaler/metric-spec.js';
import type { LabelSelector } from '../meta/v1/label-selector.js';
import type { MetricSpec as OlderMetricSpec } from './v2beta1/horizontal-pod-autoscaler/metric-spec.js';

/** Value of absent quantities that older versions require. */
const NONE = '0';

/**
 * A metric in the form of v2beta1 and of v1 annotations: one field per target type. A valid target has exactly one value, so
 * `newerMetric` can restore its type.
 */
export function olderMetric(metric: MetricSpec): OlderMetricSpec {
  const { type, object, pods, resource, containerResource, external } = metric;
  return present({
    type,
    object: object && {
      target: object.describedObject,
      metricName: object.metric?.name,
      targetValue: object.target?.value ?? NONE,
      selector: object.metric?.selector,
      averageValue: object.target?.averageValue,
    },
    pods: pods && {
      metricName: pods.metric?.name,
      targetAverageValue: pods.target?.averageValue ?? NONE,
      selector: pods.metric?.selector,
    },
    resource: resource && { name: resource.name, ...olderResourceTarget(resource.target) },
    containerResource: containerResource && {
      name: containerResource.name,
      ...olderResourceTarget(containerResource.target),
      container: containerResource.container,
    },
    external: external && {
      metricName: external.metric?.name,
      metricSelector: external.metric?.selector,
      targetValue: external.target?.value,
      targetAverageValue: external.target?.averageValue,
    },
  });
}

/** A metric in the stored form. Absent members stay absent. */
export function newerMetric(metric: OlderMetricSpec): MetricSpec {
  const { type, object, pods, resource, containerResource, external } = metric;
  return present({
    type,
    object: object && {
      describedObject: object.target as CrossVersionObjectReference,
      target: valueTarget(object.targetValue, object.averageValue),
      metric: identifier(object.metricName, object.selector),
    },
    pods: pods && {
      metric: identifier(pods.metricName, pods.selector),
      target: { type: 'AverageValue', averageValue: pods.targetAverageValue },
    },
    resource: resource && { name: resource.name, target: resourceTarget(resource) },
    containerResource: containerResource && {
      name: containerResource.name,
      target: resourceTarget(containerResource),
      container: containerResource.container,
    },
    external: external && {
      metric: identifier(external.metricName, external.metricSelector),
      target: valueTarget(external.targetValue, external.targetAverageValue),
    },
  });
}

const olderResourceTarget = (target: MetricTarget | undefined) => ({
  targetAverageUtilization: target?.averageUtilization,
  targetAverageValue: target?.averageValue,
});

const resourceTarget = (older: { targetAverageUtilization?: number; targetAverageValue?: string }): MetricTarget => ({
  type: older.targetAverageUtilization === undefined ? 'AverageValue' : 'Utilization',
  averageValue: older.targetAverageValue,
  averageUtilization: older.targetAverageUtilization,
});

const valueTarget = (value: string | undefined, averageValue: string | undefined): MetricTarget =>
  averageValue === undefined
    ? { type: 'Value', value }
    : { type: 'AverageValue', ...(value === NONE ? {} : { value }), averageValue };

const identifier = (name: string, selector: LabelSelector | undefined): MetricIdentifier => ({ name, selector });

/** Removes undefined members at every level. */
export function present<T extends object>(value: T): T {
  const kept = Object.entries(value).flatMap(([name, member]: [string, unknown]) => {
    if (member === undefined) return [];
    const plain = typeof member === 'object' && member !== null && !Array.isArray(member);
    return [[name, plain ? present(member) : member] as const];
  });
  return Object.fromEntries(kept) as T;
}
