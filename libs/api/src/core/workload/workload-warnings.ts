import { FieldPath, validateName, type ApiObject } from '@orch/apimachinery';
import type { StrategyContext } from '../../definition/strategy.js';
import type { PodTemplateSpec } from '../v1/pod/pod-template-spec.js';
import { podTemplateWarnings } from '../v1/pod/pod-warnings.js';

const TEMPLATE = FieldPath.of('spec', 'template');

interface Workload extends ApiObject {
  readonly spec?: { readonly template?: PodTemplateSpec };
}

/** Warnings for a workload whose pods are named after it: of its name on create, of its template as {@link templateWarnings}. */
export const workloadWarnings = (object: Workload, context: StrategyContext, old?: Workload): string[] => [
  ...(old ? [] : nameWarnings(object.metadata.name)),
  ...templateWarnings(object, context, old),
];

/** Warnings for the pod template of a workload, on create and when its desired state changes. */
export const templateWarnings = (object: Workload, context: StrategyContext, old?: Workload): string[] =>
  isChanged(object, old) ? podTemplateWarnings(TEMPLATE, object.spec?.template, context) : [];

/** Whether an object is new, or its desired state is another than before: what does not change is warned of once. */
export const isChanged = ({ metadata }: ApiObject, old: ApiObject | undefined): boolean =>
  !old || metadata.generation !== old.metadata.generation;

/** Pods are named after their workload, and a pod's name is its host name, which should be short and without dots. */
export const nameWarnings = (name: string | undefined): string[] => hostnameWarnings(name, 'Pod names and hostnames');

/** A name that is `used` as a host name. */
export function hostnameWarnings(name: string | undefined, used: string): string[] {
  const faults = name ? validateName('dns-label', name) : [];
  if (faults.length === 0) return [];
  return [
    `metadata.name: this is used in ${used}, which can result in surprising behavior; a DNS label is recommended: ` +
      `[${faults.join(' ')}]`,
  ];
}
