import type { PodSpec } from '@orch/api';
import type { ApiObject } from '@orch/apimachinery';
import type { GroupName } from '@orch/vocabulary';

/** Kinds that make pods from a template. */
export const TEMPLATED: readonly { readonly group: GroupName; readonly resources: readonly string[] }[] = [
  { group: 'core', resources: ['podtemplates', 'replicationcontrollers'] },
  { group: 'apps', resources: ['daemonsets', 'deployments', 'replicasets', 'statefulsets'] },
  { group: 'batch', resources: ['cronjobs', 'jobs'] },
];

interface Templated {
  readonly template?: { readonly spec?: PodSpec };
  readonly jobTemplate?: { readonly spec?: { readonly template?: { readonly spec?: PodSpec } } };
}

/** The pod an object is, or the one it makes. */
export function podSpecOf(object: ApiObject): PodSpec | undefined {
  const { spec, template } = object as ApiObject & { spec?: PodSpec & Templated } & Templated;
  if (template) return template.spec;
  if (spec?.jobTemplate) return spec.jobTemplate.spec?.template?.spec;
  return spec?.template ? spec.template.spec : spec;
}
