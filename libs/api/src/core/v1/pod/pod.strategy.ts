import { fieldError, FieldPath, type FieldError } from '@orch/apimachinery';
import type { Vocabulary } from '@orch/vocabulary';
import type { Strategy } from '../../../definition/strategy.js';
import { withAppArmorAnnotations } from './app-armor.js';
import {
  validatePodAnnotations,
  validatePodAnnotationsUpdate,
  validateProfilesAgree,
} from './pod-annotations.validation.js';
import { validateImages } from './container.validation.js';
import { validatePodSpec } from './pod-spec.validation.js';
import { validatePodUpdate } from './pod-update.validation.js';
import { newPodWarnings } from './new-pod-warnings.js';
import { rulesOfUpdate } from './pod-rules.js';
import type { Pod } from './pod.types.js';
import { begunPod } from './begun-pod.js';
import { withoutNegativeGracePeriod } from './negative-grace-period.js';

const SPEC = FieldPath.of('spec');
const ANNOTATIONS = FieldPath.of('metadata', 'annotations');

/** C-230, C-231. */
export const podStrategy = (vocabulary: Vocabulary): Strategy<Pod> => ({
  prepareForCreate: (pod) => ({
    ...withoutNegativeGracePeriod(withAppArmorAnnotations(pod, vocabulary.annotations)),
    status: { phase: 'Pending' },
  }),
  prepareForUpdate: withoutNegativeGracePeriod,
  completeCreate: (pod, { now }) => begunPod(pod, now),
  validateCreate: (pod, context) => [
    ...validatePodAnnotations(ANNOTATIONS, pod.metadata.annotations, pod.spec, vocabulary.annotations),
    ...validatePodSpec(SPEC, pod.spec, context, pod.metadata.name),
    ...validateProfilesAgree(SPEC, pod.spec, pod.metadata.annotations, vocabulary.annotations),
    ...(pod.spec ? validateImages(SPEC, pod.spec) : []),
    ...validateBeginning(pod),
  ],
  validateUpdate: (pod, old, context) => [
    ...validatePodAnnotationsUpdate(ANNOTATIONS, pod, old, vocabulary.annotations),
    ...validatePodSpec(SPEC, pod.spec, rulesOfUpdate(context, old), pod.metadata.name),
    ...(pod.spec ? validateImages(SPEC, pod.spec) : []),
    ...validatePodUpdate(pod, old),
  ],
  warnings: (pod, context, old) => (old ? [] : newPodWarnings(pod, context)),
});

/** Not allowed on create: ephemeral containers, and a node name with scheduling gates. */
function validateBeginning({ spec }: Pod): FieldError[] {
  const errors: FieldError[] = [];
  if (spec?.ephemeralContainers?.length) {
    errors.push(fieldError.forbidden(SPEC.child('ephemeralContainers'), 'cannot be set on create'));
  }
  if (spec?.nodeName && spec.schedulingGates?.length) {
    errors.push(
      fieldError.forbidden(SPEC.child('nodeName'), 'cannot be set until all schedulingGates have been cleared'),
    );
  }
  return errors;
}
