import { fieldError, FieldPath, type FieldError } from '@orch/apimachinery';
import { resetMetadata } from '../../../definition/status-subresource.js';
import type { SubresourceStrategy } from '../../../definition/strategy.js';
import { sameContent } from '../../../validation/json-equality.js';
import { rulesOfUpdate } from './pod-rules.js';
import { validatePodSpec } from './pod-spec.validation.js';
import type { Pod } from './pod.types.js';

const SPEC = FieldPath.of('spec');

/** `ephemeralcontainers`: adds ephemeral containers to a running pod; existing ones are immutable and cannot be removed (C-233). */
export const podEphemeralContainers = (): SubresourceStrategy<Pod> => ({
  prepareForUpdate: ({ metadata, spec }, old) => ({
    ...old,
    metadata: resetMetadata(metadata, old.metadata),
    spec: { ...old.spec!, ephemeralContainers: spec?.ephemeralContainers ?? [] },
  }),
  validateUpdate: (pod, old, context) => [
    ...validatePodSpec(SPEC, pod.spec, rulesOfUpdate(context, old), pod.metadata.name),
    ...validateExisting(pod, old),
  ],
});

function validateExisting({ spec }: Pod, { spec: before }: Pod): FieldError[] {
  const path = SPEC.child('ephemeralContainers');
  const sent = new Map((spec?.ephemeralContainers ?? []).map((container) => [container.name, container]));
  return (before?.ephemeralContainers ?? []).flatMap((container) => {
    const now = sent.get(container.name);
    if (now && sameContent(now, container)) return [];
    const what = now ? 'changed' : 'removed';
    return [
      fieldError.forbidden(path, `existing ephemeral containers ${JSON.stringify(container.name)} may not be ${what}`),
    ];
  });
}
