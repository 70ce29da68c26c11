import { fieldError, FieldPath } from '@orch/apimachinery';
import type { Vocabulary } from '@orch/vocabulary';
import { statusSubresource, takeStatus } from '../../../definition/status-subresource.js';
import type { Strategy, SubresourceStrategy } from '../../../definition/strategy.js';
import { validateConditions } from '../../../validation/conditions.js';
import { validatePodSpec } from './pod-spec.validation.js';
import { validatePodUpdate } from './pod-update.validation.js';
import type { Pod } from './pod.types.js';
import { qosClassOf } from './quality-of-service.js';

const SPEC = FieldPath.of('spec');

/** C-230, C-231. */
export const podStrategy = (vocabulary: Vocabulary): Strategy<Pod> => ({
  prepareForCreate: (pod) => ({
    ...pod,
    status: { phase: 'Pending', ...(pod.spec ? { qosClass: qosClassOf(pod.spec) } : {}) },
  }),
  validateCreate: (pod) => [
    ...validatePodSpec(SPEC, pod.spec, vocabulary, pod.metadata.name),
    ...(pod.spec?.ephemeralContainers?.length
      ? [fieldError.forbidden(SPEC.child('ephemeralContainers'), 'cannot be set on create')]
      : []),
  ],
  validateUpdate: (pod, old) => [
    ...validatePodSpec(SPEC, pod.spec, vocabulary, pod.metadata.name),
    ...validatePodUpdate(pod, old),
  ],
});

/** Owners of a pod are not its node's to change (C-232). */
export const podStatus = (): SubresourceStrategy<Pod> =>
  statusSubresource<Pod>({
    prepareForUpdate: (sent, old) => {
      const { ownerReferences: _sent, ...metadata } = sent.metadata;
      const { ownerReferences } = old.metadata;
      return takeStatus({ ...sent, metadata: ownerReferences ? { ...metadata, ownerReferences } : metadata }, old);
    },
    validateUpdate: ({ status }) => validateConditions(FieldPath.of('status', 'conditions'), status?.conditions),
  });
