import type { ResourceDefinition } from '@orch/api';

/** Definitions by group version (`v1`, `apps/v1`), in the order of the definitions. */
export function byGroupVersion(
  definitions: readonly ResourceDefinition[],
): ReadonlyMap<string, readonly ResourceDefinition[]> {
  const versions = new Map<string, ResourceDefinition[]>();
  for (const definition of definitions) {
    const members = versions.get(definition.apiVersion);
    if (members) members.push(definition);
    else versions.set(definition.apiVersion, [definition]);
  }
  return versions;
}
