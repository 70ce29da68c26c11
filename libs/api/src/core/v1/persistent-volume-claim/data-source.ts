import { fieldError, type FieldError, type FieldPath } from '@orch/apimachinery';
import type { Vocabulary } from '@orch/vocabulary';
import type { FeatureGates } from '../../../features/feature-gates.js';
import { sameJson } from '../../../validation/json-equality.js';
import { checkName } from '../../../validation/names.js';
import { validatePresent } from '../../../validation/values.js';
import type { TypedLocalObjectReference } from '../references.js';
import type { PersistentVolumeClaimSpec } from './persistent-volume-claim-spec.js';

/**
 * `dataSource` is the older field and keeps only claims and snapshots, silently; `dataSourceRef` takes any
 * custom object. Where one is set, the other follows, unless the reference crosses namespaces or its
 * feature is off.
 */
export function normalizeDataSources(
  spec: PersistentVolumeClaimSpec,
  vocabulary: Vocabulary,
  features: FeatureGates,
): PersistentVolumeClaimSpec {
  const { dataSourceRef } = spec;
  const dataSource =
    spec.dataSource && (dataSourceRef || isAllowed(spec.dataSource, vocabulary)) ? spec.dataSource : undefined;
  if (dataSource && !dataSourceRef) {
    return features.enabled('AnyVolumeDataSource') ? { ...spec, dataSourceRef: dataSource } : spec;
  }
  if (!dataSource && dataSourceRef && !dataSourceRef.namespace) {
    const { namespace: _none, ...local } = dataSourceRef;
    return { ...spec, dataSource: local };
  }
  if (spec.dataSource && !dataSource) {
    const { dataSource: _dropped, ...rest } = spec;
    return rest;
  }
  return spec;
}

function isAllowed({ apiGroup, kind }: TypedLocalObjectReference, vocabulary: Vocabulary): boolean {
  if (!apiGroup) return kind === 'PersistentVolumeClaim';
  return kind === 'VolumeSnapshot' && apiGroup === `snapshot.${vocabulary.groups.storage}`;
}

/** */
export function validateDataSources(path: FieldPath, spec: PersistentVolumeClaimSpec): FieldError[] {
  const { dataSource, dataSourceRef } = spec;
  const errors = [
    ...(dataSource ? validateReference(path.child('dataSource'), dataSource) : []),
    ...(dataSourceRef ? validateReference(path.child('dataSourceRef'), dataSourceRef) : []),
  ];
  if (!dataSourceRef) return errors;
  if (dataSourceRef.namespace) {
    if (dataSource) {
      const detail = 'may not be specified when dataSourceRef.namespace is specified';
      errors.push(fieldError.invalid(path.child('dataSource'), dataSource.name, detail));
    }
  } else if (dataSource && !sameJson(withoutEmptyGroup(dataSource), withoutEmptyGroup(dataSourceRef))) {
    errors.push(fieldError.invalid(path, dataSource.name, 'must match dataSourceRef'));
  }
  return errors;
}

/** Rules of new claims: stored ones may name other groups. */
export const validateSourceGroups = (
  path: FieldPath,
  { dataSource, dataSourceRef }: PersistentVolumeClaimSpec,
): FieldError[] => [
  ...checkName(path.child('dataSource').child('apiGroup'), dataSource?.apiGroup ?? undefined, 'dns-subdomain'),
  ...checkName(path.child('dataSourceRef').child('apiGroup'), dataSourceRef?.apiGroup ?? undefined, 'dns-subdomain'),
];

function withoutEmptyGroup({ apiGroup, kind, name }: TypedLocalObjectReference): object {
  return apiGroup ? { apiGroup, kind, name } : { kind, name };
}

function validateReference(path: FieldPath, reference: TypedLocalObjectReference): FieldError[] {
  const { apiGroup, kind } = reference;
  const errors = [...validatePresent(path.child('name'), reference.name), ...validatePresent(path.child('kind'), kind)];
  if (!apiGroup && kind !== 'PersistentVolumeClaim') {
    errors.push(
      fieldError.invalid(path, kind ?? '', "must be 'PersistentVolumeClaim' when referencing the default apiGroup"),
    );
  }
  return errors;
}
