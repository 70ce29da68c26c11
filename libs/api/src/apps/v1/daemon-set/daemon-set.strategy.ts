import { FieldPath, goLabelSelector } from '@orch/apimachinery';
import { rulesOfUpdate } from '../../../core/v1/pod/pod-rules.js';
import { templateWarnings } from '../../../core/workload/workload-warnings.js';
import { statusSubresource, takeStatus } from '../../../definition/status-subresource.js';
import type { Strategy, SubresourceStrategy } from '../../../definition/strategy.js';
import { validateUnchanged } from '../../../validation/immutable-fields.js';
import { sameJson } from '../../../validation/json-equality.js';
import { templateGenerationOf, withTemplateGeneration } from './template-generation.js';
import { validateDaemonSetSpec, validateDaemonSetStatus } from './daemon-set.validation.js';
import type { DaemonSet, DaemonSetSpec, DaemonSetStatus } from './daemon-set.types.js';

const SPEC = FieldPath.of('spec');
const NO_STATUS: DaemonSetStatus = {
  currentNumberScheduled: 0,
  numberMisscheduled: 0,
  desiredNumberScheduled: 0,
  numberReady: 0,
};
export const daemonSetStrategy = (): Strategy<DaemonSet> => ({
  prepareForCreate: (set) => withTemplateGeneration({ ...set, status: NO_STATUS }, 1),
  prepareForUpdate: (set, old) => {
    const before = templateGenerationOf(old);
    return withTemplateGeneration(set, sameJson(set.spec?.template, old.spec?.template) ? before : before + 1);
  },
  validateCreate: ({ spec }, context) => validateDaemonSetSpec(spec, context),
  validateUpdate: ({ spec }, old, context) => [
    ...validateDaemonSetSpec(spec, rulesOfUpdate(context, old.spec?.template)),
    ...validateUnchanged<DaemonSetSpec>(SPEC, spec, old.spec, ['selector'], { selector: goLabelSelector }),
  ],
  warnings: templateWarnings,
});

export const daemonSetStatus = (): SubresourceStrategy<DaemonSet> =>
  statusSubresource<DaemonSet>({
    prepareForUpdate: (sent, old) => withTemplateGeneration(takeStatus(sent, old), templateGenerationOf(old)),
    validateUpdate: ({ status }, old) => validateDaemonSetStatus(status, old.status),
  });
