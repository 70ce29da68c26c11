import type { PodSpec } from '@orch/api';
import type { ApiObject } from '@orch/apimachinery';
import type { GroupName } from '@orch/vocabulary';
import type { CheckedPod } from './violation.js';

/** Kinds with a pod template. */
export const TEMPLATED: readonly { readonly group: GroupName; readonly resources: readonly string[] }[] = [
  { group: 'core', resources: ['podtemplates', 'replicationcontrollers'] },
  { group: 'apps', resources: ['daemonsets', 'deployments', 'replicasets', 'statefulsets'] },
  { group: 'batch', resources: ['cronjobs', 'jobs'] },
];

interface Template {
  readonly metadata?: { readonly annotations?: Readonly<Record<string, string>> };
  readonly spec?: PodSpec;
}
interface Templated {
  readonly template?: Template;
  readonly jobTemplate?: { readonly spec?: { readonly template?: Template } };
}

/** The pod, or the pod template of a workload; undefined if there is none. */
export function checkedPodOf(object: ApiObject): CheckedPod | undefined {
  const { spec, template } = object as ApiObject & { spec?: PodSpec & Templated } & Templated;
  if (template) return checkedPod(template);
  if (spec?.jobTemplate) return checkedPod(spec.jobTemplate.spec?.template);
  return checkedPod(spec?.template ?? { metadata: object.metadata, ...(spec ? { spec } : {}) });
}

const checkedPod = ({ metadata, spec }: Template = {}): CheckedPod | undefined =>
  spec && { spec, annotations: metadata?.annotations ?? {} };
