import type { ResourceDefinition } from '@orch/api';
import { apiVersionOf, compareVersions } from '@orch/apimachinery';

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

/** All named groups by name. The core group has its own path and is not among them. */
export function apiGroups(definitions: readonly ResourceDefinition[]): ApiGroup[] {
  const versions = new Map<string, Set<string>>();
  for (const { gvr } of definitions) {
    if (gvr.group === '') continue;
    const known = versions.get(gvr.group) ?? new Set();
    versions.set(gvr.group, known.add(gvr.version));
  }
  return [...versions]
    .sort(([a], [b]) => (a < b ? -1 : 1))
    .map(([name, known]) => {
      const entries = [...known]
        .sort(compareVersions)
        .map((version) => ({ groupVersion: apiVersionOf({ group: name, version }), version }));
      return { name, versions: entries, preferredVersion: entries[0]! };
    });
}
