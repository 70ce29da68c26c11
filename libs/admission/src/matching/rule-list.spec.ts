import type { ResourceDefinition } from '@orch/api';
import type { AdmissionOperation, UnreadAttributes } from '@orch/registry';
import type { EquivalentVersions } from './equivalent-versions.js';
import type { MatchRule } from './rule-match.js';
import { RuleList } from './rule-list.js';
import { StepWork } from './step-work.js';

interface Target {
  readonly operation: AdmissionOperation;
  readonly group: string;
  readonly version: string;
  readonly resource: string;
  readonly subresource: string;
  readonly name: string;
  readonly isNamespaced: boolean;
}

const all = { operations: ['*'], apiGroups: ['*'], apiVersions: ['*'], resources: ['*/*'] };
const core = (resource: string, subresource = '', isNamespaced = true): Target => ({
  operation: 'CREATE',
  group: '',
  version: 'v1',
  resource,
  subresource,
  name: 'a',
  isNamespaced,
});
const configMaps = core('configmaps');
const leases: Target = { ...core('leases'), group: 'coordination.orch.io' };
const namespaces = core('namespaces', '', false);
const nodes = core('nodes', '', false);

const definitionOf = ({ group, version, resource, isNamespaced }: Target): ResourceDefinition =>
  ({ gvr: { group, version, resource }, declaration: { namespaced: isNamespaced } }) as ResourceDefinition;
const attributesOf = (target: Target, definition = definitionOf(target)): UnreadAttributes =>
  ({ ...target, definition }) as unknown as UnreadAttributes;

/** Other versions of every resource, as the class gives them. */
const served = (...versions: string[]) => {
  const places = versions.map((version, place) => [version, { place, equivalent: { definition: version } }] as const);
  const of = ({ gvr: { group, resource } }: ResourceDefinition) =>
    versions.length === 0 ? [] : [{ group, resource, versions: new Map(places), first: places[0]![1] }];
  return { of: jest.fn(of) as unknown as EquivalentVersions['of'] } as EquivalentVersions;
};

/** What matches, and in how many steps. */
function match(list: RuleList, attributes: UnreadAttributes, versions = served()): { matched: unknown; steps: number } {
  const work = list.match(attributes, versions, new StepWork());
  for (let steps = 1; ; steps++) {
    const step = work.next();
    // The definitions of equivalents are their versions here.
    if (step.done) {
      const found = step.value as { equivalent?: { definition: unknown } } | undefined;
      return { matched: found && (found.equivalent ? found.equivalent.definition : 'own'), steps };
    }
  }
}

const matches = (rule: MatchRule, target: Target): boolean =>
  match(new RuleList([rule], false), attributesOf(target)).matched !== undefined;

describe('rules', () => {
  it.each(['CREATE', 'UPDATE', 'DELETE', 'CONNECT'] as const)('B-195 %s matches only itself', (operation) => {
    const matched = (['CREATE', 'UPDATE', 'DELETE', 'CONNECT'] as const).filter((one) =>
      matches({ ...all, operations: [operation] }, { ...configMaps, operation: one }),
    );
    expect(matched).toEqual([operation]);
  });

  it.each<[string, object, Target, boolean]>([
    ...(['CREATE', 'UPDATE', 'DELETE', 'CONNECT'] as const).map((operation): [string, object, Target, boolean] => [
      `B-196 operation * matches ${operation}`,
      { operations: ['*'] },
      { ...configMaps, operation },
      true,
    ]),
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
  ])('%s', (_what, rule, target, wanted) => {
    expect(matches({ ...all, ...rule }, target)).toBe(wanted);
  });
});

describe('a list of rules', () => {
  const versions = served('v2', 'v1beta1');
  const own = attributesOf(configMaps);

  it.each<[string, readonly MatchRule[], unknown]>([
    ['the version of the request, whatever the order', [{ ...all, apiVersions: ['v2'] }, all], 'own'],
    ['another version', [{ ...all, apiVersions: ['v1beta1'] }], 'v1beta1'],
    ['the first of several versions', [{ ...all, apiVersions: ['v1beta1', 'v2'] }], 'v2'],
    ['that of the first rule', [{ ...all, apiVersions: ['v1beta1'] }, { ...all, apiVersions: ['v2'] }], 'v1beta1'],
    ['that of the first rule with the name', [{ ...all, apiVersions: ['v1beta1'], resourceNames: ['b'] }, { ...all, apiVersions: ['v2'], resourceNames: ['a'] }], 'v2'],
    ['that of a rule for all names behind others', [{ ...all, apiVersions: ['v2'], resourceNames: ['b'] }, { ...all, apiVersions: ['v1beta1'] }], 'v1beta1'],
    ['no unknown version', [{ ...all, apiVersions: ['v9'] }], undefined],
    ['no other resource', [{ ...all, apiVersions: ['v2'], resources: ['pods'] }], undefined],
  ])('matches %s', (_what, rules, wanted) => expect(match(new RuleList(rules, true), own, versions).matched).toBe(wanted)); // prettier-ignore

  it('matches no other version when it is exact', () =>
    expect(match(new RuleList([{ ...all, apiVersions: ['v2'] }], false), own, versions).matched).toBeUndefined());

  it('takes work for its text, whatever the number of versions, and once', () => {
    const many = served(...Array.from({ length: 2_000 }, (_, index) => `v${index + 2}`));
    const rules = Array.from({ length: 10_000 }, () => ({ ...all, apiVersions: ['*'], resources: ['r'] }));
    const list = new RuleList(rules, true);
    const of = jest.spyOn(many, 'of');
    const first = match(list, own, many);
    expect(first.matched).toBeUndefined();
    expect(first.steps).toBeGreaterThan(1);
    expect(first.steps).toBeLessThan(10);
    expect(of).toHaveBeenCalledTimes(1);
    expect(match(list, own, many)).toEqual({ matched: undefined, steps: 1 });
    expect(of).toHaveBeenCalledTimes(1);
  });

  it('keeps results by operation, sub-resource and definition, and compares names each time', () => {
    const rules = [
      { ...all, resources: ['pods', ...Array.from({ length: 300 }, (_, index) => `r${index}`)] },
      { ...all, operations: ['DELETE'], resourceNames: ['a'] },
    ];
    const list = new RuleList(rules, true);
    const definition = definitionOf(configMaps);
    const of = (change: Partial<Target>) => match(list, attributesOf({ ...configMaps, ...change }, definition)).matched;
    for (let round = 0; round < 2; round++) {
      expect(of({})).toBeUndefined();
      expect(of({ operation: 'DELETE' })).toBe('own');
      expect(of({ operation: 'DELETE', name: 'b' })).toBeUndefined();
      expect(of({ operation: 'DELETE', subresource: 'status' })).toBe('own');
      expect(match(list, attributesOf(core('pods'))).matched).toBe('own');
    }
  });
});
