import { FieldPath } from '@orch/apimachinery';
import type { Vocabulary } from '@orch/vocabulary';
import { podTemplateWarnings } from '../../../core/v1/pod/pod-warnings.js';
import { statusSubresource } from '../../../definition/status-subresource.js';
import type { Strategy, SubresourceStrategy } from '../../../definition/strategy.js';
import { validateUnchanged } from '../../../validation/immutable-fields.js';
import { sameJson } from '../../../validation/json-equality.js';
import { validateDaemonSetSpec, validateDaemonSetStatus } from './daemon-set.validation.js';
import type { DaemonSet, DaemonSetSpec, DaemonSetStatus } from './daemon-set.types.js';

const SPEC = FieldPath.of('spec');
const NO_STATUS: DaemonSetStatus = {
  currentNumberScheduled: 0,
  numberMisscheduled: 0,
  desiredNumberScheduled: 0,
  numberReady: 0,
};
/** Annotation with the template generation, a field removed from this version. Clients cannot change it. */
const TEMPLATE_GENERATION = 'deprecated.daemonset.template.generation';

export const daemonSetStrategy = (vocabulary: Vocabulary): Strategy<DaemonSet> => ({
  prepareForCreate: (set) => withTemplateGeneration({ ...set, status: NO_STATUS }, 1),
  prepareForUpdate: (set, old) => {
    const before = Number(old.metadata.annotations?.[TEMPLATE_GENERATION] ?? 0);
    return withTemplateGeneration(set, sameJson(set.spec?.template, old.spec?.template) ? before : before + 1);
  },
  validateCreate: ({ spec }) => validateDaemonSetSpec(spec, vocabulary),
  validateUpdate: ({ spec }, old) => [
    ...validateDaemonSetSpec(spec, vocabulary),
    ...validateUnchanged<DaemonSetSpec>(SPEC, spec, old.spec, ['selector']),
  ],
  warnings: ({ spec }) => podTemplateWarnings(SPEC.child('template'), spec?.template),
});

function withTemplateGeneration(set: DaemonSet, generation: number): DaemonSet {
  const { metadata } = set;
  const annotations = { ...metadata.annotations, [TEMPLATE_GENERATION]: String(generation) };
  return { ...set, metadata: { ...metadata, annotations } };
}

export const daemonSetStatus = (): SubresourceStrategy<DaemonSet> =>
  statusSubresource<DaemonSet>({ validateUpdate: ({ status }, old) => validateDaemonSetStatus(status, old.status) });
