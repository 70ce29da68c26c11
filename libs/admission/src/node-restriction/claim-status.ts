import { sameJson, type FeatureGates, type PersistentVolumeClaim } from '@orch/api';
import { quoted, type RefusalRule } from './refusal-rule.js';

/** Progress of an expansion; served while the feature is enabled. */
const EXPANSION_FIELDS = ['allocatedResources', 'allocatedResourceStatuses', 'resizeStatus'];

/**
 * Claims: a node may update the capacity and conditions in their status, and nothing else, such as finalizers, labels and
 * phase.
 */
export function claimStatus(features: FeatureGates): RefusalRule {
  const recovers = features.enabled('RecoverVolumeExpansionFailure');
  const reported = new Set(
    ['capacity', 'conditions', ...(recovers ? EXPANSION_FIELDS : [])].map((field) => `status.${field}`),
  );
  return (node, { operation, subresource, object, oldObject }) => {
    if (operation !== 'UPDATE' || subresource !== 'status') return 'may only update PVC status';
    const [now, old] = [fixedFields(object as PersistentVolumeClaim), fixedFields(oldObject as PersistentVolumeClaim)];
    const changed = [...new Set([...now.keys(), ...old.keys()])].filter(
      (field) => !reported.has(field) && !sameJson(now.get(field), old.get(field)),
    );
    if (changed.length === 0) return undefined;
    return (
      `node ${quoted(node)} is not allowed to update fields other than status.quantity and status.conditions: ` +
      changed.sort().join(', ')
    );
  };
}

/** Fields of a claim by path, without those that the server sets on every write. Empty maps and lists count as absent. */
function fixedFields({ metadata, status, ...rest }: PersistentVolumeClaim): ReadonlyMap<string, unknown> {
  const { resourceVersion: _version, managedFields: _owners, ...kept } = metadata;
  const all = [
    ...Object.entries(rest),
    ...Object.entries(kept).map(([field, value]) => [`metadata.${field}`, value] as const),
    ...Object.entries(status ?? {}).map(([field, value]) => [`status.${field}`, value] as const),
  ];
  return new Map(all.filter(([, value]) => !isEmpty(value)));
}

const isEmpty = (value: unknown): boolean =>
  value === undefined || (typeof value === 'object' && value !== null && Object.keys(value).length === 0);
