import type { ResourceDefinition } from '@orch/api';
import type { Registry } from '@orch/registry';
import type { PolicySpec } from '../policy-objects.js';

/** Kinds that one policy is checked with: more of a rule are left out. */
const MAX_KINDS = 10;

/** The kinds that the rules of a policy name, by group, version and kind. Rules with wildcards name none. */
export function checkedKinds(
  { matchConstraints }: PolicySpec,
  registry: Pick<Registry, 'resource' | 'resources'>,
): readonly ResourceDefinition[] {
  const found = new Map<string, ResourceDefinition>();
  for (const rule of matchConstraints?.resourceRules ?? []) {
    const groups = rule.apiGroups ?? [];
    const versions = rule.apiVersions ?? [];
    if ([...groups, ...versions].some((text) => text.includes('*'))) continue;
    // Neither wildcards nor sub-resources.
    const resources = (rule.resources ?? []).filter((text) => !/[*/]/.test(text));
    const named: ResourceDefinition[] = [];
    for (const group of [...groups].sort())
      for (const version of [...versions].sort())
        for (const resource of [...resources].sort()) named.push(...definitionsOf(group, version, resource, registry));
    for (const definition of named.slice(0, MAX_KINDS)) found.set(kindText(definition), definition);
    if (named.length >= MAX_KINDS) break;
  }
  return [...found.values()].sort(byKind);
}

/** Without a group, resources of that name in all groups, as the REST mapper of the reference finds them. */
function definitionsOf(
  group: string,
  version: string,
  resource: string,
  registry: Pick<Registry, 'resource' | 'resources'>,
): readonly ResourceDefinition[] {
  const own = registry.resource(group, version, resource)?.definition;
  if (group !== '') return own ? [own] : [];
  const all = [...registry.resources].map(({ definition }) => definition);
  return all.filter(({ gvr }) => gvr.version === version && gvr.resource === resource);
}

/** `apps/v1, Kind=Deployment`, as warnings show it. */
export const kindText = ({ gvk: { group, version, kind } }: ResourceDefinition): string =>
  `${group}/${version}, Kind=${kind}`;

const byKind = (a: ResourceDefinition, b: ResourceDefinition): number =>
  compare(a.gvk.group, b.gvk.group) || compare(a.gvk.version, b.gvk.version) || compare(a.gvk.kind, b.gvk.kind);

const compare = (a: string, b: string): number => (a < b ? -1 : a > b ? 1 : 0);
