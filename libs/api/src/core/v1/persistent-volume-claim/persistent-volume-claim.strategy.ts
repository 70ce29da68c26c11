import { fieldError, FieldPath } from '@orch/apimachinery';
import type { Vocabulary } from '@orch/vocabulary';
import { statusSubresource } from '../../../definition/status-subresource.js';
import type { Strategy, SubresourceStrategy } from '../../../definition/strategy.js';
import { normalizeDataSources } from './data-source.js';
import type { PersistentVolumeClaim } from './persistent-volume-claim.types.js';
import {
  validateClaimSpec,
  validateClaimSpecUpdate,
  validateClaimStatus,
} from './persistent-volume-claim.validation.js';

const SPEC = FieldPath.of('spec');

/** A-298..A-324, C-174..C-179. The default class is admission's to fill (C-178). */
export const persistentVolumeClaimStrategy = (vocabulary: Vocabulary): Strategy<PersistentVolumeClaim> => ({
  prepareForCreate: (claim) => ({ ...normalized(claim, vocabulary), status: { phase: 'Pending' } }),
  prepareForUpdate: (claim) => normalized(claim, vocabulary),
  validateCreate: ({ spec }) => (spec ? validateClaimSpec(SPEC, spec) : [fieldError.required(SPEC)]),
  validateUpdate: (claim, old) =>
    claim.spec
      ? [...validateClaimSpec(SPEC, claim.spec), ...validateClaimSpecUpdate(claim, old)]
      : [fieldError.required(SPEC)],
});

export const persistentVolumeClaimStatus = (): SubresourceStrategy<PersistentVolumeClaim> =>
  statusSubresource<PersistentVolumeClaim>({ validateUpdate: (claim) => validateClaimStatus(claim.status) });

const normalized = (claim: PersistentVolumeClaim, vocabulary: Vocabulary): PersistentVolumeClaim =>
  claim.spec ? { ...claim, spec: normalizeDataSources(claim.spec, vocabulary) } : claim;
