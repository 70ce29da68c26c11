import type { ApiObject } from '@orch/apimachinery';
import { podTemplateDefaults } from '../../../core/v1/pod/pod-defaults.js';
import { withTemplateGeneration } from './template-generation.js';
import type { DaemonSet } from './daemon-set.types.js';

/** Defaults that depend on other fields. */
export function daemonSetDefaults(object: ApiObject): ApiObject {
  const set = withTemplateGeneration(object as DaemonSet);
  const { spec } = set;
  if (!spec) return set;
  const { template, updateStrategy } = spec;
  const rolling = updateStrategy?.type === 'RollingUpdate';
  return {
    ...set,
    spec: {
      ...spec,
      ...(template ? { template: podTemplateDefaults(template) } : {}),
      ...(rolling
        ? {
            updateStrategy: {
              ...updateStrategy,
              rollingUpdate: { maxUnavailable: 1, maxSurge: 0, ...updateStrategy.rollingUpdate },
            },
          }
        : {}),
    },
  };
}
