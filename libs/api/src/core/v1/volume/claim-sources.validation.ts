import { fieldError, validateLabels, type FieldError, type FieldPath } from '@orch/apimachinery';
import { validateClaimSpec } from '../persistent-volume-claim/persistent-volume-claim.validation.js';
import type { EphemeralVolumeSource } from './claim-sources.js';

/** The claim made for the pod takes labels and annotations from the template, its name from the pod (A-348..A-350). */
export function validateEphemeral(path: FieldPath, { volumeClaimTemplate }: EphemeralVolumeSource): FieldError[] {
  const template = path.child('volumeClaimTemplate');
  if (!volumeClaimTemplate) return [fieldError.required(template)];
  const errors = Object.keys(volumeClaimTemplate.metadata ?? {})
    .filter((name) => name !== 'labels' && name !== 'annotations')
    .map((name) =>
      fieldError.forbidden(
        template.child('metadata').child(name),
        'may not be set in an ephemeral volume claim template',
      ),
    );
  errors.push(
    ...validateLabels(volumeClaimTemplate.metadata?.labels ?? {}, template.child('metadata').child('labels')),
  );
  const spec = template.child('spec');
  if (volumeClaimTemplate.spec) errors.push(...validateClaimSpec(spec, volumeClaimTemplate.spec));
  else errors.push(fieldError.required(spec));
  return errors;
}
