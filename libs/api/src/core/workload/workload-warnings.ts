import { FieldPath, validateName, type ApiObject } from '@orch/apimachinery';
import type { PodTemplateSpec } from '../v1/pod/pod-template-spec.js';
import { podTemplateWarnings } from '../v1/pod/pod-warnings.js';

const TEMPLATE = FieldPath.of('spec', 'template');

/** Warnings for a workload whose pods are named after it. */
export const workloadWarnings = (object: ApiObject, template: PodTemplateSpec | undefined): string[] => [
  ...nameWarnings(object.metadata.name),
  ...podTemplateWarnings(TEMPLATE, template),
];

/** Pods are named after their workload, and a pod's name is its host name, which should be short and without dots. */
export function nameWarnings(name: string | undefined): string[] {
  const faults = name ? validateName('dns-label', name) : [];
  if (faults.length === 0) return [];
  return [
    'metadata.name: this is used in Pod names and hostnames, which can result in surprising behavior; a DNS label is ' +
      `recommended: [${faults.join(', ')}]`,
  ];
}
