import { fieldError, FieldPath } from '@orch/apimachinery';
import type { Vocabulary } from '@orch/vocabulary';
import { statusSubresource, takeStatus } from '../../../definition/status-subresource.js';
import type { Strategy, SubresourceStrategy } from '../../../definition/strategy.js';
import type { FeatureGates } from '../../../features/feature-gates.js';
import { claimWarnings } from './claim-warnings.js';
import { withEnabledRecovery, withEnabledSource } from './claim-features.js';
import { normalizeDataSources, validateSourceGroups } from './data-source.js';
import type { PersistentVolumeClaim, PersistentVolumeClaimStatus } from './persistent-volume-claim.types.js';
import {
  validateClaimSpec,
  validateClaimSpecUpdate,
  validateClaimStatus,
  validateClassAnnotation,
} from './persistent-volume-claim.validation.js';

const SPEC = FieldPath.of('spec');

/** A-298..A-324, C-174..C-179. The default class is admission's to fill (C-178). */
export const persistentVolumeClaimStrategy = (vocabulary: Vocabulary): Strategy<PersistentVolumeClaim> => ({
  prepareForCreate: (claim, { features }) => ({
    ...normalized(claim, undefined, vocabulary, features),
    status: { phase: 'Pending' },
  }),
  prepareForUpdate: (claim, old, { features }) => normalized(claim, old, vocabulary, features),
  validateCreate: ({ spec }) =>
    spec ? [...validateClaimSpec(SPEC, spec), ...validateSourceGroups(SPEC, spec)] : [fieldError.required(SPEC)],
  validateUpdate: (claim, old, context) =>
    claim.spec
      ? [
          ...validateClaimSpec(SPEC, claim.spec),
          ...validateClaimSpecUpdate(claim, old, context),
          ...validateClassAnnotation(claim, old, vocabulary.annotations.claimStorageClass),
        ]
      : [fieldError.required(SPEC)],
  warnings: (claim) => claimWarnings(claim, vocabulary),
});

export const persistentVolumeClaimStatus = (): SubresourceStrategy<PersistentVolumeClaim> =>
  statusSubresource<PersistentVolumeClaim>({
    prepareForUpdate: (claim, old, { features, vocabulary }) => {
      const built = takeStatus(claim, old);
      const known = (status: PersistentVolumeClaimStatus): boolean =>
        validateClaimStatus(status, vocabulary).length === 0;
      return built.status
        ? { ...built, status: withEnabledRecovery(built.status, old.status, features, known) }
        : built;
    },
    validateUpdate: (claim, old, { vocabulary }) => [
      ...validateClaimStatus(claim.status, vocabulary),
      ...validateClassAnnotation(claim, old, vocabulary.annotations.claimStorageClass),
    ],
  });

function normalized(
  claim: PersistentVolumeClaim,
  old: PersistentVolumeClaim | undefined,
  vocabulary: Vocabulary,
  features: FeatureGates,
): PersistentVolumeClaim {
  if (!claim.spec) return claim;
  return {
    ...claim,
    spec: normalizeDataSources(withEnabledSource(claim.spec, old?.spec, features), vocabulary, features),
  };
}
