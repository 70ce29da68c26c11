import type { FeatureGates } from '../../../features/feature-gates.js';
import type { PersistentVolumeClaimSpec } from './persistent-volume-claim-spec.js';
import type { PersistentVolumeClaimStatus } from './persistent-volume-claim.types.js';

/**
 * `dataSourceRef` goes when its feature is off, or when it looks into another namespace and that feature is off. A
 * claim that has one keeps it.
 */
export function withEnabledSource(
  spec: PersistentVolumeClaimSpec,
  old: PersistentVolumeClaimSpec | undefined,
  features: FeatureGates,
): PersistentVolumeClaimSpec {
  const { dataSourceRef } = spec;
  if (!dataSourceRef || old?.dataSourceRef) return spec;
  const enabled =
    features.enabled('AnyVolumeDataSource') &&
    (!dataSourceRef.namespace || features.enabled('CrossNamespaceVolumeDataSource'));
  if (enabled) return spec;
  const { dataSourceRef: _off, ...rest } = spec;
  return rest;
}

/**
 * What a recovered expansion reports goes when the feature is off and the claim does not report it already. The states
 * stay until they are checked: a wrong one is refused whatever the feature (C-179).
 */
export function withEnabledRecovery(
  status: PersistentVolumeClaimStatus,
  old: PersistentVolumeClaimStatus | undefined,
  features: FeatureGates,
  isKnown: (status: PersistentVolumeClaimStatus) => boolean,
): PersistentVolumeClaimStatus {
  if (features.enabled('RecoverVolumeExpansionFailure') || !isKnown(status)) return status;
  const kept = { ...status };
  for (const field of RECOVERY_FIELDS) if (old?.[field] === undefined) delete kept[field];
  return kept;
}

const RECOVERY_FIELDS = ['allocatedResources', 'allocatedResourceStatuses', 'resizeStatus'] as const;
