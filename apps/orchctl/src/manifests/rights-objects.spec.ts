import { vocabularies } from '@orch/vocabulary';
import type { CatalogEntry } from '../resources/resource-catalog.js';
import { bindingManifest, roleManifest, type BindingFlags, type RuleFlags } from './rights-objects.js';

const vocabulary = vocabularies.orch;
const entry = (group: string, resource: string, kind: string, ...shortNames: string[]): CatalogEntry => ({
  group, version: 'v1', resource, kind, preferred: true, shortNames, singularName: kind.toLowerCase(), namespaced: true, categories: [], verbs: [],
}); // prettier-ignore
const entries = [entry('', 'pods', 'Pod', 'po'), entry('apps', 'deployments', 'Deployment', 'deploy')];
const role = (flags: RuleFlags) => roleManifest(vocabulary, 'ClusterRole', 'r', flags, entries).object;
const binding = (flags: BindingFlags) => bindingManifest(vocabulary, 'RoleBinding', 'b', flags).object;
const verb = ['get', 'list', 'get'];
const verbs = ['get', 'list'];

const roles: [string, RuleFlags, object[]][] = [
  ['short names and kinds', { verb, resource: ['po', 'Pod'] }, [{ verbs, apiGroups: [''], resources: ['pods'] }]],
  ['a rule for each group', { verb, resource: ['po', 'deploy'] }, [{ verbs, apiGroups: [''], resources: ['pods'] }, { verbs, apiGroups: ['apps'], resources: ['deployments'] }]],
  ['sub-resources', { verb, resource: ['deployments.apps/scale'] }, [{ verbs, apiGroups: ['apps'], resources: ['deployments/scale'] }]],
  ['everything', { verb: ['get', '*'], resource: ['*'] }, [{ verbs: ['*'], apiGroups: ['*'], resources: ['*'] }]],
  ['everything of a group', { verb, resource: ['*.apps'] }, [{ verbs, apiGroups: ['apps'], resources: ['*'] }]],
  ['names', { verb, resource: ['po'], resourceName: ['a', 'b', 'a'] }, [{ verbs, apiGroups: [''], resources: ['pods'], resourceNames: ['a', 'b'] }]],
  ['paths', { verb, nonResourceUrl: ['/logs/*'] }, [{ verbs, nonResourceURLs: ['/logs/*'] }]],
]; // prettier-ignore
it.each(roles)('a role of %s', (_name, flags, rules) => expect(role(flags)).toMatchObject({ rules }));

it('a role that gathers others', () =>
  expect(role({ aggregationRule: 'a=1,b=2' })).toMatchObject({
    apiVersion: 'rbac.authorization.orch.io/v1',
    aggregationRule: { clusterRoleSelectors: [{ matchLabels: { a: '1', b: '2' } }] },
    rules: [],
  }));

it('a binding of users, groups and service accounts', () =>
  expect(binding({ role: 'r', user: ['a,b'], group: ['g'], serviceaccount: ['ns:robot'] })).toMatchObject({
    roleRef: { apiGroup: 'rbac.authorization.orch.io', kind: 'Role', name: 'r' },
    subjects: [
      { apiGroup: 'rbac.authorization.orch.io', kind: 'User', name: 'a,b' },
      { apiGroup: 'rbac.authorization.orch.io', kind: 'Group', name: 'g' },
      { kind: 'ServiceAccount', namespace: 'ns', name: 'robot' },
    ],
  }));

const refusals: [string, () => unknown, RegExp][] = [
  ['no verb', () => role({ resource: ['po'] }), /at least one --verb/],
  ['no resource', () => role({ verb }), /at least one --resource/],
  ['resource and path', () => role({ verb, resource: ['po'], nonResourceUrl: ['/x'] }), /either --resource or/],
  ['names of two resources', () => role({ verb, resource: ['po', 'deploy'], resourceName: ['a'] }), /exactly one/],
  ['an unknown resource', () => role({ verb, resource: ['gadgets'] }), /resource type "gadgets"/],
  ['rules together with aggregation', () => role({ verb, aggregationRule: 'a=b' }), /excludes other rules/],
  ['an aggregation of no labels', () => role({ aggregationRule: 'a' }), /write KEY=VALUE/],
  ['no role', () => binding({ user: ['a'] }), /either --role or --clusterrole/],
  ['two roles', () => binding({ role: 'a', clusterrole: 'b' }), /either --role or --clusterrole/],
  ['half an account', () => binding({ role: 'a', serviceaccount: ['robot'] }), /write NAMESPACE:NAME/],
];
it.each(refusals)('refuses %s', (_name, make, text) => expect(make).toThrow(text));
