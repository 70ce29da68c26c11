import { fieldError, validateAnnotations, validateLabels, type FieldError, type FieldPath } from '@orch/apimachinery';
import { validateClaimSpec } from '../persistent-volume-claim/persistent-volume-claim.validation.js';
import { setMembers } from '../../../validation/set-members.js';
import type { EphemeralVolumeSource } from './claim-sources.js';

/** The claim made for the pod takes labels and annotations from the template, its name from the pod (A-348..A-350). */
export function validateEphemeral(path: FieldPath, { volumeClaimTemplate }: EphemeralVolumeSource): FieldError[] {
  const template = path.child('volumeClaimTemplate');
  if (!volumeClaimTemplate) return [fieldError.required(template)];
  const meta = template.child('metadata');
  const { labels = {}, annotations = {}, ...others } = volumeClaimTemplate.metadata ?? {};
  return [
    ...validateAnnotations(annotations, meta.child('annotations')),
    ...validateLabels(labels, meta.child('labels')),
    ...setMembers(others).map((name) => fieldError.forbidden(meta.child(name), 'cannot be set')),
    ...validateClaimSpec(template.child('spec'), volumeClaimTemplate.spec ?? {}),
  ];
}
