import type { Vocabulary } from '@orch/vocabulary';
import type { PolicyRule } from '../access/policy-rule.js';
import type { Subject } from '../access/rights-object.js';
import { findEntry, type CatalogEntry } from '../resources/resource-catalog.js';
import { UserError } from '../user-error.js';
import type { Manifest } from './parse-manifest.js';

/** Options of `create role|clusterrole`. */
export interface RuleFlags {
  readonly verb?: readonly string[];
  readonly resource?: readonly string[];
  readonly resourceName?: readonly string[];
  readonly nonResourceUrl?: readonly string[];
  readonly aggregationRule?: string;
}

/** Options of `create rolebinding|clusterrolebinding`. */
export interface BindingFlags {
  readonly role?: string;
  readonly clusterrole?: string;
  readonly user?: readonly string[];
  readonly group?: readonly string[];
  readonly serviceaccount?: readonly string[];
}

const SOURCE = 'command line';
const ALL = '*';

/** @param kind `Role` or `ClusterRole`. @param entries what the server has: short names and groups come from there. @throws UserError. */
export function roleManifest(
  { groups }: Vocabulary,
  kind: string,
  name: string,
  flags: RuleFlags,
  entries: readonly CatalogEntry[],
): Manifest {
  const { aggregationRule } = flags;
  const content =
    aggregationRule === undefined
      ? { rules: rulesOf(flags, entries) }
      : { aggregationRule: { clusterRoleSelectors: [selectorOf(aggregationRule, flags)] }, rules: [] };
  return manifest(`${groups.rbac}/v1`, kind, name, content);
}

/** @param kind `RoleBinding` or `ClusterRoleBinding`. @throws UserError. */
export function bindingManifest({ groups }: Vocabulary, kind: string, name: string, flags: BindingFlags): Manifest {
  const { role, clusterrole } = flags;
  if ((role === undefined) === (clusterrole === undefined)) {
    throw new UserError(kind === 'RoleBinding' ? 'write either --role or --clusterrole' : 'write --clusterrole');
  }
  const roleKind = role === undefined ? 'ClusterRole' : 'Role';
  return manifest(`${groups.rbac}/v1`, kind, name, {
    roleRef: { apiGroup: groups.rbac, kind: roleKind, name: role ?? clusterrole },
    subjects: subjectsOf(flags, groups.rbac),
  });
}

/** `create serviceaccount NAME`. */
export const serviceAccountManifest = (name: string): Manifest => manifest('v1', 'ServiceAccount', name, {});

function rulesOf(flags: RuleFlags, entries: readonly CatalogEntry[]): readonly PolicyRule[] {
  const { verb = [], resource = [], resourceName = [], nonResourceUrl = [] } = flags;
  if (verb.length === 0) throw new UserError('write at least one --verb');
  if (resource.length === 0 && nonResourceUrl.length === 0) throw new UserError('write at least one --resource');
  if (resource.length > 0 && nonResourceUrl.length > 0) {
    throw new UserError('a rule has either --resource or --non-resource-url');
  }
  if (resourceName.length > 0 && resource.length !== 1) {
    throw new UserError('--resource-name goes with exactly one --resource');
  }
  const verbs = verb.includes(ALL) ? [ALL] : [...new Set(verb)];
  if (nonResourceUrl.length > 0) return [{ verbs, nonResourceURLs: nonResourceUrl }];
  const byGroup = new Map<string, readonly string[]>();
  for (const text of resource) {
    const { group, name } = resourceNamed(text, entries);
    byGroup.set(group, [...(byGroup.get(group) ?? []), name]);
  }
  const names = resourceName.length === 0 ? {} : { resourceNames: [...new Set(resourceName)] };
  return [...byGroup].map(([group, resources]) => ({
    verbs,
    apiGroups: [group],
    resources: [...new Set(resources)],
    ...names,
  }));
}

/** `pods`, `po/log`, `deployments.apps/scale`, `*`, `*.apps`. */
function resourceNamed(text: string, entries: readonly CatalogEntry[]): { group: string; name: string } {
  const [type = '', ...subresource] = text.split('/');
  const named = (group: string, resource: string) => ({ group, name: [resource, ...subresource].join('/') });
  if (type === ALL) return named(ALL, ALL);
  if (type.startsWith(`${ALL}.`)) return named(type.slice(2), ALL);
  const entry = findEntry(entries, type);
  if (!entry) throw new UserError(`the server doesn't have a resource type "${type}"`);
  return named(entry.group, entry.resource);
}

/** `key=value,key=value`. */
function selectorOf(text: string, { verb, resource, nonResourceUrl, resourceName }: RuleFlags): object {
  if (verb ?? resource ?? nonResourceUrl ?? resourceName) {
    throw new UserError('--aggregation-rule excludes other rules: the rules come from other roles');
  }
  const pairs = text.split(',').map((pair) => {
    const [key = '', value, ...rest] = pair.split('=');
    if (key === '' || value === undefined || rest.length > 0) {
      throw new UserError(`--aggregation-rule=${text}: write KEY=VALUE,KEY=VALUE`);
    }
    return [key, value] as const;
  });
  return { matchLabels: Object.fromEntries(pairs) };
}

function subjectsOf({ user = [], group = [], serviceaccount = [] }: BindingFlags, apiGroup: string): Subject[] {
  return [
    ...user.map((name) => ({ apiGroup, kind: 'User', name })),
    ...group.map((name) => ({ apiGroup, kind: 'Group', name })),
    ...serviceaccount.map((text) => {
      const [namespace = '', name = '', ...rest] = text.split(':');
      if (namespace === '' || name === '' || rest.length > 0) {
        throw new UserError(`--serviceaccount=${text}: write NAMESPACE:NAME`);
      }
      return { kind: 'ServiceAccount', name, namespace };
    }),
  ];
}

const manifest = (apiVersion: string, kind: string, name: string, content: object): Manifest => ({
  object: { apiVersion, kind, metadata: { name }, ...content },
  source: SOURCE,
});
