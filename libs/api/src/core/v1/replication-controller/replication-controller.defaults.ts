import type { ApiObject } from '@orch/apimachinery';
import { templateDefaults } from '../../workload/template-defaults.js';
import type { ReplicationController } from './replication-controller.types.js';

/** Labels and selector default to the labels of the pod template. */
export function replicationControllerDefaults(object: ApiObject): ApiObject {
  const controller = templateDefaults(object) as ReplicationController;
  const { metadata, spec } = controller;
  const labels = spec?.template?.metadata?.labels;
  if (!labels) return controller;
  return {
    ...controller,
    metadata: isEmpty(metadata.labels) ? { ...metadata, labels } : metadata,
    spec: isEmpty(spec.selector) ? { ...spec, selector: labels } : spec,
  };
}

const isEmpty = (labels: object | undefined): boolean => Object.keys(labels ?? {}).length === 0;
