import { fieldError, FieldPath, goLabelSelector, type FieldError } from '@orch/apimachinery';
import type { PodSpec } from '../../../core/v1/pod/pod-spec.js';
import type { PodTemplateSpec } from '../../../core/v1/pod/pod-template-spec.js';
import { validateUnchanged } from '../../../validation/immutable-fields.js';
import { sameContent, sameJson } from '../../../validation/json-equality.js';
import type { JobSpec } from './job-spec.js';
import type { Job } from './job.types.js';

const SPEC = FieldPath.of('spec');

/** Mutable fields: backoff limit, deadline, parallelism and the like. */
export function validateJobUpdate({ spec }: Job, old: Job): FieldError[] {
  return [
    ...validateCompletions(spec, old.spec),
    ...validateUnchanged<JobSpec>(SPEC, spec, old.spec, ['selector'], { selector: goLabelSelector }),
    ...validateTemplate(spec, old),
    ...validateUnchanged<JobSpec>(SPEC, spec, old.spec, [
      'completionMode',
      'podFailurePolicy',
      'backoffLimitPerIndex',
      'managedBy',
      'successPolicy',
    ]),
  ];
}

/** Completions of an indexed job may change while they equal the parallelism. */
function validateCompletions(spec: JobSpec | undefined, old: JobSpec | undefined): FieldError[] {
  if (spec?.completionMode !== 'Indexed') return validateUnchanged<JobSpec>(SPEC, spec, old, ['completions']);
  // Without completions it is refused elsewhere.
  if (spec.completions === undefined) return [];
  if (spec.completions === old?.completions || spec.completions === spec.parallelism) return [];
  const path = SPEC.child('completions');
  const detail = `can only be modified in tandem with ${SPEC.child('parallelism').toString()}`;
  return [fieldError.invalid(path, spec.completions, detail)];
}

/** The scheduling directives of a suspended job are mutable before its first start. */
function validateTemplate(spec: JobSpec | undefined, old: Job): FieldError[] {
  const template = spec?.template;
  const before = old.spec?.template;
  const notStarted = old.spec?.suspend === true && old.status?.startTime === undefined;
  const allowed = notStarted && template && before ? withPlacementOf(before, template) : before;
  return sameJson(template, allowed)
    ? []
    : [fieldError.invalid(SPEC.child('template'), template, 'field is immutable')];
}

function withPlacementOf(template: PodTemplateSpec, from: PodTemplateSpec): PodTemplateSpec {
  const { labels, annotations } = from.metadata ?? {};
  const { nodeSelector, tolerations, schedulingGates, affinity } = from.spec ?? {};
  const nodeAffinity = affinity?.nodeAffinity;
  const placed = { ...template.spec?.affinity, nodeAffinity };
  // An empty affinity is equivalent to none, but must keep its sent form to compare as equal.
  const keptAffinity = affinity === undefined && sameContent(placed, {}) ? undefined : placed;
  return {
    ...template,
    metadata: { ...template.metadata, labels, annotations },
    spec: { ...template.spec, nodeSelector, tolerations, schedulingGates, affinity: keptAffinity } as PodSpec,
  };
}
