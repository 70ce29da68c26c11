import { matchesRule, type RuleTarget } from './rule-match.js';

const all = { operations: ['*'], apiGroups: ['*'], apiVersions: ['*'], resources: ['*/*'] };
const core = (resource: string, subresource = '', isNamespaced = true): RuleTarget => ({
  operation: 'CREATE',
  group: '',
  version: 'v1',
  resource,
  subresource,
  name: 'a',
  isNamespaced,
});
const configMaps = core('configmaps');
const leases: RuleTarget = { ...core('leases'), group: 'coordination.orch.io' };
const namespaces = core('namespaces', '', false);
const nodes = core('nodes', '', false);

describe('matchesRule', () => {
  it.each(['CREATE', 'UPDATE', 'DELETE', 'CONNECT'] as const)('B-195 %s matches only itself', (operation) => {
    const matched = (['CREATE', 'UPDATE', 'DELETE', 'CONNECT'] as const).filter((one) =>
      matchesRule({ ...all, operations: [operation] }, { ...configMaps, operation: one }),
    );
    expect(matched).toEqual([operation]);
  });

  it.each<[string, object, RuleTarget, boolean]>([
    ['B-196 operation * matches all', {}, { ...configMaps, operation: 'CONNECT' }, true],
    ['B-197 group "" is the core group', { apiGroups: [''] }, configMaps, true],
    ['B-197 group "" does not match another group', { apiGroups: [''] }, leases, false],
    ['B-198 group * is the core group too', { apiGroups: ['*'] }, configMaps, true],
    ['B-198 group * is every group', { apiGroups: ['*'] }, leases, true],
    ['B-199 a version matches itself', { apiVersions: ['v1'] }, configMaps, true],
    ['B-199 a version matches no other', { apiVersions: ['v1'] }, { ...configMaps, version: 'v1beta1' }, false],
    ['B-200 resource * matches a resource', { resources: ['*'] }, namespaces, true],
    ['B-200 resource * matches no sub-resource', { resources: ['*'] }, core('namespaces', 'status', false), false],
    ['B-201 resource */* matches a resource', { resources: ['*/*'] }, namespaces, true],
    ['B-201 resource */* matches a sub-resource', { resources: ['*/*'] }, core('namespaces', 'status', false), true],
    ['B-202 pods/* matches sub-resources of pods', { resources: ['pods/*'] }, core('pods', 'status'), true],
    ['B-202 pods/* matches no sub-resources of others', { resources: ['pods/*'] }, core('nodes', 'status'), false],
    ['B-203 */status matches every status', { resources: ['*/status'] }, core('namespaces', 'status', false), true],
    ['B-203 */status matches no resource', { resources: ['*/status'] }, namespaces, false],
    ['B-204 scope Cluster matches cluster-scoped resources', { scope: 'Cluster' }, nodes, true],
    ['B-204 scope Cluster matches namespaces', { scope: 'Cluster' }, namespaces, true],
    ['B-204 scope Cluster matches no namespaced ones', { scope: 'Cluster' }, configMaps, false],
    ['B-205 scope Namespaced matches namespaced resources', { scope: 'Namespaced' }, configMaps, true],
    ['B-205 scope Namespaced matches no namespaces', { scope: 'Namespaced' }, namespaces, false],
    [
      'B-207 a sub-resource has the scope of its resource',
      { scope: 'Namespaced' },
      core('persistentvolumeclaims', 'status'),
      true,
    ],
    ['a name matches itself', { resourceNames: ['a'] }, configMaps, true],
    ['a name matches no other', { resourceNames: ['b'] }, configMaps, false],
    ['no names are all names', { resourceNames: [] }, configMaps, true],
    ['an empty list matches nothing', { resources: [] }, configMaps, false],
  ])('%s', (_what, rule, target, matches) => {
    expect(matchesRule({ ...all, ...rule }, target)).toBe(matches);
  });
});
