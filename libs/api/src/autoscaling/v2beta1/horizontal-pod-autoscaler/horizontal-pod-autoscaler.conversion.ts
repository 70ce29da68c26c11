import type { ApiObject } from '@orch/apimachinery';
import type { Vocabulary } from '@orch/vocabulary';
import type { StorageConversion } from '../../../definition/kind-declaration.js';
import { withCurrentReplicas } from '../../current-replicas.js';
import { keepFields, keptAnnotations, keptFields, withoutKept } from '../../kept-fields.js';
import { newerMetric, olderMetric } from '../../metric-forms.js';
import { newerMetricStatus, olderMetricStatus } from '../../metric-status-forms.js';
import type { HorizontalPodAutoscaler as Stored } from '../../v2/horizontal-pod-autoscaler/horizontal-pod-autoscaler.types.js';
import type { HorizontalPodAutoscaler } from './horizontal-pod-autoscaler.types.js';

/** Metrics have another form (D-243, D-244); `behavior` has no field here and is kept in an annotation. */
export function v2Beta1Conversion(vocabulary: Vocabulary): Pick<StorageConversion, 'toStored' | 'fromStored'> {
  const keys = keptAnnotations(vocabulary);
  return {
    toStored: (object: ApiObject) => {
      const { metadata, spec, status, ...rest } = object as HorizontalPodAutoscaler;
      const { behavior } = keptFields(metadata, keys);
      return {
        ...rest,
        metadata: withoutKept(metadata, keys),
        ...(spec
          ? {
              spec: {
                ...spec,
                ...(spec.metrics ? { metrics: spec.metrics.map(newerMetric) } : {}),
                ...(behavior ? { behavior } : {}),
              },
            }
          : {}),
        ...(status
          ? {
              status: {
                ...status,
                ...(status.currentMetrics ? { currentMetrics: status.currentMetrics.map(newerMetricStatus) } : {}),
              },
            }
          : {}),
      };
    },
    fromStored: (object: ApiObject) => {
      const { metadata, spec, status, ...rest } = object as Stored;
      const { behavior, ...shared } = spec ?? {};
      return {
        ...rest,
        metadata: keepFields(metadata, behavior ? { behavior } : {}, keys),
        ...(spec ? { spec: { ...shared, ...(spec.metrics ? { metrics: spec.metrics.map(olderMetric) } : {}) } } : {}),
        ...(status
          ? {
              status: {
                ...withCurrentReplicas(status),
                ...(status.currentMetrics ? { currentMetrics: status.currentMetrics.map(olderMetricStatus) } : {}),
              },
            }
          : {}),
      };
    },
  };
}
