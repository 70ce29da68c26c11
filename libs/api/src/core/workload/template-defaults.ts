import type { ApiObject } from '@orch/apimachinery';
import { podTemplateDefaults } from '../v1/pod/pod-defaults.js';
import type { PodTemplateSpec } from '../v1/pod/pod-template-spec.js';

interface Workload extends ApiObject {
  readonly spec?: { readonly template?: PodTemplateSpec };
}

/** Defaults of the pods a workload makes, where it has no others that depend on fields. */
export function templateDefaults(object: ApiObject): ApiObject {
  const workload = object as Workload;
  const template = workload.spec?.template;
  if (!template) return workload;
  return { ...workload, spec: { ...workload.spec, template: podTemplateDefaults(template) } } as ApiObject;
}
