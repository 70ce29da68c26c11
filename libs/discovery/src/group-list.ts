import type { ResourceDefinition } from '@orch/api';
import { apiVersionOf, compareVersions } from '@orch/apimachinery';
import type { GroupVersions } from './by-group-version.js';
import { groupPriorities } from './priorities.js';
import type { RemoteGroupVersion } from './remote-group-version.js';

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

/** All versions that this server serves have this priority: they are sorted by name. */
const LOCAL_VERSION_PRIORITY = 15;

/** All named groups in the order of their priorities. The core group has its own path and is not among them. */
export function apiGroups(local: GroupVersions, remote: readonly RemoteGroupVersion[] = []): ApiGroup[] {
  const groups = new Map<string, Map<string, number>>();
  const add = (group: string, version: string, priority: number): void => {
    const versions = groups.get(group) ?? new Map<string, number>();
    groups.set(group, versions.set(version, priority));
  };
  for (const { gvr } of firstOfEach(local)) if (gvr.group !== '') add(gvr.group, gvr.version, LOCAL_VERSION_PRIORITY);
  for (const { group, version, versionPriority } of remote) add(group, version, versionPriority);
  const priorityOf = priorities(local, remote);
  return [...groups]
    .sort(([a], [b]) => priorityOf(b) - priorityOf(a) || (a < b ? -1 : 1))
    .map(([name, versions]) => {
      const entries = [...versions]
        .sort(([a, high], [b, low]) => low - high || compareVersions(a, b))
        .map(([version]) => ({ groupVersion: apiVersionOf({ group: name, version }), version }));
      return { name, versions: entries, preferredVersion: entries[0]! };
    });
}

/** A group has the highest priority of its versions. */
function priorities(versions: GroupVersions, remote: readonly RemoteGroupVersion[]): (group: string) => number {
  const served = new Set<string>();
  let local = (_group: string): number => 0;
  for (const { gvr, vocabulary } of firstOfEach(versions)) {
    if (served.size === 0) local = groupPriorities(vocabulary);
    served.add(gvr.group);
  }
  const highest = new Map<string, number>();
  for (const { group, groupPriority } of remote) {
    const before = highest.get(group) ?? (served.has(group) ? local(group) : 0);
    highest.set(group, Math.max(before, groupPriority));
  }
  return (group) => highest.get(group) ?? local(group);
}

/** A definition of each group version. */
function* firstOfEach(versions: GroupVersions): Generator<ResourceDefinition> {
  for (const [first] of versions.values()) yield first!;
}
