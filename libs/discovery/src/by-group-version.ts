import type { ResourceDefinition } from '@orch/api';

/** Definitions by group version (`v1`, `apps/v1`). */
export type GroupVersions = ReadonlyMap<string, readonly ResourceDefinition[]>;

const known = new WeakMap<readonly ResourceDefinition[], GroupVersions>();

/** Definitions by group version, in the order of the definitions. Computed once for a list, which does not change. */
export function byGroupVersion(definitions: readonly ResourceDefinition[]): GroupVersions {
  const versions = known.get(definitions) ?? grouped(definitions);
  known.set(definitions, versions);
  return versions;
}

function grouped(definitions: readonly ResourceDefinition[]): GroupVersions {
  const versions = new Map<string, ResourceDefinition[]>();
  for (const definition of definitions) {
    const members = versions.get(definition.apiVersion);
    if (members) members.push(definition);
    else versions.set(definition.apiVersion, [definition]);
  }
  return versions;
}
