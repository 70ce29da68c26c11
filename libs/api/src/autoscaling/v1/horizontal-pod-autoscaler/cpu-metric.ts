import { newerMetric, olderMetric } from '../../metric-forms.js';
import type { MetricSpec } from '../../v2/horizontal-pod-autoscaler/metric-spec.js';
import type { MetricSpec as OlderMetricSpec } from '../../v2beta1/horizontal-pod-autoscaler/metric-spec.js';

/** Placeholder among the other metrics for the removed cpu target, unless it was the first. */
const CPU_PLACE = { type: 'Resource', resource: { name: 'cpu' } };

/** Extracts the first cpu target of the metrics, a field in v1. Returns the others in their older form, in order. */
export function splitMetrics(metrics: readonly MetricSpec[]): { cpu: number | undefined; others: OlderMetricSpec[] } {
  const at = metrics.findIndex((metric) => cpuTarget(metric) !== undefined);
  const others = metrics.map(olderMetric);
  if (at < 0) return { cpu: undefined, others };
  others.splice(at, 1, ...(at === 0 ? [] : [CPU_PLACE]));
  return { cpu: cpuTarget(metrics[at]!), others };
}

/** Restores the cpu target among the others. @param others in their older form; untrusted client input. */
export function joinMetrics(cpu: number | undefined, others: readonly unknown[]): MetricSpec[] {
  const metrics = others as readonly OlderMetricSpec[];
  const at = metrics.findIndex(isCpuPlace);
  const before = metrics.slice(0, Math.max(at, 0)).map(newerMetric);
  const after = metrics.slice(at + 1).map(newerMetric);
  if (cpu === undefined) return [...before, ...after];
  const target = { type: 'Utilization', averageUtilization: cpu };
  return [...before, { type: 'Resource', resource: { name: 'cpu', target } }, ...after];
}

function cpuTarget({ type, resource }: MetricSpec): number | undefined {
  return type === 'Resource' && resource?.name === 'cpu' ? resource.target?.averageUtilization : undefined;
}

function isCpuPlace({ type, resource }: OlderMetricSpec): boolean {
  if (type !== 'Resource' || resource?.name !== 'cpu') return false;
  return resource.targetAverageUtilization === undefined && resource.targetAverageValue === undefined;
}
