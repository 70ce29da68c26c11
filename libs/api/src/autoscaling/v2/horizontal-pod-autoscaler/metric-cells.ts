import type { HorizontalPodAutoscaler } from './horizontal-pod-autoscaler.types.js';
import type { MetricSpec } from './metric-spec.js';
import type { MetricStatus, MetricValueStatus } from './metric-status.js';
import type { MetricTarget } from './metric-target.js';

/** Of more metrics only a number is shown. */
const SHOWN = 2;
const UNKNOWN = '<unknown>';

/** `cpu: 42%/80%, 12/20 (avg) + 1 more...`: current and target values. */
export function targetsText({ spec, status }: HorizontalPodAutoscaler): string {
  const metrics = spec?.metrics ?? [];
  if (metrics.length === 0) return '<none>';
  const texts = metrics.map((metric, index) => metricText(metric, status?.currentMetrics?.[index]));
  const shown = texts.slice(0, SHOWN).join(', ');
  return texts.length > SHOWN ? `${shown} + ${texts.length - SHOWN} more...` : shown;
}

function metricText(metric: MetricSpec, status: MetricStatus | undefined): string {
  switch (metric.type) {
    case 'External':
      return valueText(metric.external?.target, status?.external?.current);
    case 'Object':
      return valueText(metric.object?.target, status?.object?.current);
    case 'Pods':
      return `${status?.pods?.current?.averageValue ?? UNKNOWN}/${metric.pods?.target?.averageValue ?? ''}`;
    case 'Resource':
      return resourceText(metric.resource, status?.resource?.current);
    case 'ContainerResource':
      return resourceText(metric.containerResource, status?.containerResource?.current);
    default:
      return '<unknown type>';
  }
}

function valueText(target: MetricTarget | undefined, current: MetricValueStatus | undefined): string {
  return target?.averageValue === undefined
    ? `${current?.value ?? UNKNOWN}/${target?.value ?? ''}`
    : `${current?.averageValue ?? UNKNOWN}/${target.averageValue} (avg)`;
}

function resourceText(
  source: { readonly name: string; readonly target?: MetricTarget } | undefined,
  current: MetricValueStatus | undefined,
): string {
  const { averageValue, averageUtilization } = source?.target ?? {};
  if (averageValue !== undefined) return `${source?.name}: ${current?.averageValue ?? UNKNOWN}/${averageValue}`;
  const used = current?.averageUtilization;
  const now = used === undefined ? UNKNOWN : `${used}%`;
  return `${source?.name}: ${now}/${averageUtilization === undefined ? '<auto>' : `${averageUtilization}%`}`;
}
