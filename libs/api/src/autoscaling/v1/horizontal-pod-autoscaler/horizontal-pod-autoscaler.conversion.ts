import type { ApiObject } from '@orch/apimachinery';
import type { Vocabulary } from '@orch/vocabulary';
import type { StorageConversion } from '../../../definition/kind-declaration.js';
import { withCurrentReplicas } from '../../current-replicas.js';
import { keepFields, keptAnnotations, keptFields, withoutKept } from '../../kept-fields.js';
import { newerMetricStatus, olderMetricStatus } from '../../metric-status-forms.js';
import type { HorizontalPodAutoscaler as Stored } from '../../v2/horizontal-pod-autoscaler/horizontal-pod-autoscaler.types.js';
import type { MetricStatus } from '../../v2/horizontal-pod-autoscaler/metric-status.js';
import type { MetricStatus as OlderMetricStatus } from '../../v2beta1/horizontal-pod-autoscaler/metric-status.js';
import type { HorizontalPodAutoscaler } from './horizontal-pod-autoscaler.types.js';
import { joinMetrics, splitMetrics } from './cpu-metric.js';

/** A cpu target has a field here; other metrics, conditions and `behavior` are kept in annotations (D-245). */
export function v1Conversion(vocabulary: Vocabulary): Pick<StorageConversion, 'toStored' | 'fromStored'> {
  const keys = keptAnnotations(vocabulary);
  return {
    toStored: (object: ApiObject) => {
      const { metadata, spec, status, ...rest } = object as HorizontalPodAutoscaler;
      const kept = keptFields(metadata, keys);
      return {
        ...rest,
        metadata: withoutKept(metadata, keys),
        ...(spec ? { spec: storedSpec(spec, kept) } : {}),
        ...(status ? { status: storedStatus(status, kept) } : {}),
      };
    },
    fromStored: (object: ApiObject) => {
      const { metadata, spec, status, ...rest } = object as Stored;
      const { metrics, behavior, ...shownSpec } = spec ?? {};
      const { currentMetrics, conditions, ...shownStatus } = status ?? {};
      const { cpu, others } = splitMetrics(metrics ?? []);
      const kept = {
        ...(others.length > 0 ? { metrics: others } : {}),
        ...(currentMetrics?.length ? { currentMetrics: currentMetrics.map(olderMetricStatus) } : {}),
        ...(conditions?.length ? { conditions } : {}),
        ...(behavior ? { behavior } : {}),
      };
      const used = cpuUtilization(currentMetrics);
      return {
        ...rest,
        metadata: keepFields(metadata, kept, keys),
        ...(spec
          ? { spec: { ...shownSpec, ...(cpu === undefined ? {} : { targetCPUUtilizationPercentage: cpu }) } }
          : {}),
        ...(status
          ? {
              status: {
                ...withCurrentReplicas(shownStatus),
                ...(used === undefined ? {} : { currentCPUUtilizationPercentage: used }),
              },
            }
          : {}),
      };
    },
  };
}

type Kept = ReturnType<typeof keptFields>;

function storedSpec(spec: NonNullable<HorizontalPodAutoscaler['spec']>, { metrics, behavior }: Kept): object {
  const { targetCPUUtilizationPercentage, ...shared } = spec;
  const joined = joinMetrics(targetCPUUtilizationPercentage, metrics ?? []);
  return { ...shared, ...(joined.length > 0 ? { metrics: joined } : {}), ...(behavior ? { behavior } : {}) };
}

function storedStatus(status: NonNullable<HorizontalPodAutoscaler['status']>, kept: Kept): object {
  const { currentCPUUtilizationPercentage: used, ...shared } = status;
  const currentMetrics = kept.currentMetrics
    ? kept.currentMetrics.map((metric) => newerMetricStatus(metric as OlderMetricStatus))
    : used === undefined
      ? []
      : [{ type: 'Resource', resource: { name: 'cpu', current: { averageUtilization: used } } }];
  return {
    ...shared,
    ...(currentMetrics.length > 0 ? { currentMetrics } : {}),
    ...(kept.conditions ? { conditions: kept.conditions } : {}),
  };
}

const cpuUtilization = (metrics: readonly MetricStatus[] | null | undefined): number | undefined =>
  metrics?.find(({ type, resource }) => type === 'Resource' && resource?.name === 'cpu')?.resource?.current
    ?.averageUtilization;
