import type { ResourceDefinition } from '@orch/api';
import { apiVersionOf, compareVersions } from '@orch/apimachinery';
import type { GroupName } from '@orch/vocabulary';

interface VersionEntry {
  readonly groupVersion: string;
  readonly version: string;
}

/** One API group with its versions, the preferred one first (C-289). */
export interface ApiGroup {
  readonly name: string;
  readonly versions: readonly VersionEntry[];
  readonly preferredVersion: VersionEntry;
}

/**
 * Order of the built-in groups: clients prefer the first group that has a resource of the requested name. Groups that are
 * not listed follow by name.
 */
const ORDER: readonly GroupName[] = [
  'apiregistration',
  'apps',
  'events',
  'authentication',
  'authorization',
  'autoscaling',
  'batch',
  'certificates',
  'networking',
  'policy',
  'rbac',
  'storage',
  'admissionregistration',
  'apiextensions',
  'scheduling',
  'coordination',
  'node',
  'discovery',
  'flowcontrol',
  'internal',
  'resource',
  'storagemigration',
];

/** All named groups in their order. The core group has its own path and is not among them. */
export function apiGroups(definitions: readonly ResourceDefinition[]): ApiGroup[] {
  const versions = new Map<string, Set<string>>();
  const ranks = new Map(ORDER.map((name, rank) => [definitions[0]?.vocabulary.groups[name] ?? '', rank]));
  const rank = (group: string): number => ranks.get(group) ?? ORDER.length;
  for (const { gvr } of definitions) {
    if (gvr.group === '') continue;
    const known = versions.get(gvr.group) ?? new Set();
    versions.set(gvr.group, known.add(gvr.version));
  }
  return [...versions]
    .sort(([a], [b]) => rank(a) - rank(b) || (a < b ? -1 : 1))
    .map(([name, known]) => {
      const entries = [...known]
        .sort(compareVersions)
        .map((version) => ({ groupVersion: apiVersionOf({ group: name, version }), version }));
      return { name, versions: entries, preferredVersion: entries[0]! };
    });
}
