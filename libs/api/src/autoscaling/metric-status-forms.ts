import { present } from './metric-forms.js';
import type { MetricStatus, MetricValueStatus } from './v2/horizontal-pod-autoscaler/metric-status.js';
import type { MetricStatus as OlderMetricStatus } from './v2beta1/horizontal-pod-autoscaler/metric-status.js';

/** Current metrics in the form of v2beta1 and of v1 annotations. */
export function olderMetricStatus(metric: MetricStatus): OlderMetricStatus {
  const { type, object, pods, resource, containerResource, external } = metric;
  return present({
    type,
    object: object && {
      target: object.describedObject,
      metricName: object.metric?.name,
      currentValue: object.current?.value as string,
      selector: object.metric?.selector,
      averageValue: object.current?.averageValue,
    },
    pods: pods && {
      metricName: pods.metric?.name,
      currentAverageValue: pods.current?.averageValue as string,
      selector: pods.metric?.selector,
    },
    resource: resource && { name: resource.name, ...olderCurrent(resource.current) },
    containerResource: containerResource && {
      name: containerResource.name,
      ...olderCurrent(containerResource.current),
      container: containerResource.container,
    },
    external: external && {
      metricName: external.metric?.name,
      metricSelector: external.metric?.selector,
      currentValue: external.current?.value as string,
      currentAverageValue: external.current?.averageValue,
    },
  });
}

/** Current metrics in the stored form. */
export function newerMetricStatus(metric: OlderMetricStatus): MetricStatus {
  const { type, object, pods, resource, containerResource, external } = metric;
  return present({
    type,
    object: object && {
      metric: { name: object.metricName, selector: object.selector },
      current: { value: object.currentValue, averageValue: object.averageValue },
      describedObject: object.target,
    },
    pods: pods && {
      metric: { name: pods.metricName, selector: pods.selector },
      current: { averageValue: pods.currentAverageValue },
    },
    resource: resource && { name: resource.name, current: current(resource) },
    containerResource: containerResource && {
      name: containerResource.name,
      current: current(containerResource),
      container: containerResource.container,
    },
    external: external && {
      metric: { name: external.metricName, selector: external.metricSelector },
      current: { value: external.currentValue, averageValue: external.currentAverageValue },
    },
  });
}

const olderCurrent = (measured: MetricValueStatus | undefined) => ({
  currentAverageUtilization: measured?.averageUtilization,
  currentAverageValue: measured?.averageValue as string,
});

const current = (older: { currentAverageUtilization?: number; currentAverageValue?: string }): MetricValueStatus => ({
  averageValue: older.currentAverageValue,
  averageUtilization: older.currentAverageUtilization,
});
