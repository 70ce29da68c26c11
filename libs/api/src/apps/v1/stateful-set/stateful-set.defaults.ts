import type { ApiObject } from '@orch/apimachinery';
import { podTemplateDefaults } from '../../../core/v1/pod/pod-defaults.js';
import type { StatefulSet, StatefulSetUpdateStrategy } from './stateful-set.types.js';

/** Defaults that depend on other fields. */
export function statefulSetDefaults(object: ApiObject): ApiObject {
  const set = object as StatefulSet;
  const { spec } = set;
  if (!spec) return set;
  const { template, updateStrategy, volumeClaimTemplates } = spec;
  return {
    ...set,
    spec: {
      ...spec,
      ...(template ? { template: podTemplateDefaults(template) } : {}),
      ...(updateStrategy ? { updateStrategy: updateDefaults(updateStrategy) } : {}),
      // Claim templates include type metadata.
      ...(volumeClaimTemplates
        ? {
            volumeClaimTemplates: volumeClaimTemplates.map((claim) => ({
              ...claim,
              kind: 'PersistentVolumeClaim',
              apiVersion: 'v1',
            })),
          }
        : {}),
    },
  };
}

function updateDefaults(strategy: StatefulSetUpdateStrategy): StatefulSetUpdateStrategy {
  return strategy.type
    ? strategy
    : { type: 'RollingUpdate', rollingUpdate: { partition: 0, ...strategy.rollingUpdate } };
}
