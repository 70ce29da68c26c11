import type { ResourceDefinition } from '@orch/api';
import type { MatchRule } from '../../matching/rule-match.js';
import { checkedKinds, kindText } from './checked-kinds.js';

const served = (group: string, version: string, resource: string): ResourceDefinition =>
  ({ gvr: { group, version, resource }, gvk: { group, version, kind: resource } }) as unknown as ResourceDefinition;
const rule = (apiGroups: string[], apiVersions: string[], resources: string[]): MatchRule => ({
  operations: ['CREATE'],
  apiGroups,
  apiVersions,
  resources,
});
const numbered = (prefix: string, count: number): string[] =>
  Array.from({ length: count }, (_, index) => prefix + String(index).padStart(6, '0'));

/** Kinds of the rules, and the steps that it takes to find them. */
function check(
  resourceRules: readonly MatchRule[],
  definitions: readonly ResourceDefinition[],
): { kinds: string[]; steps: number } {
  const work = checkedKinds({ matchConstraints: { resourceRules } }, definitions);
  for (let steps = 1; ; steps++) {
    const step = work.next();
    if (step.done) return { kinds: step.value.map((definition) => kindText(definition)), steps };
  }
}

describe('kinds that a policy is checked with', () => {
  const definitions = [served('', 'v1', 'pods'), served('apps', 'v1', 'deployments'), served('b.io', 'v1', 'pods')];

  it.each<[string, MatchRule, string[]]>([
    ['a resource', rule(['apps'], ['v1'], ['deployments']), ['apps/v1, Kind=deployments']],
    ['a resource of the core group, which finds others of its name', rule([''], ['v1'], ['pods']), ['/v1, Kind=pods', 'b.io/v1, Kind=pods']],
    ['a group', rule(['b.io'], ['v1'], ['pods']), ['b.io/v1, Kind=pods']],
    ['no resource of another version', rule(['apps'], ['v2'], ['deployments']), []],
    ['no wildcards and sub-resources', rule(['apps'], ['v1'], ['*', 'deployments/status']), []],
    ['nothing of a group with a wildcard', rule(['apps', '*'], ['v1'], ['deployments']), []],
  ])('are those of %s', (_what, one, kinds) => expect(check([one], definitions).kinds).toEqual(kinds)); // prettier-ignore

  it('are the first ten of a rule, by group, version and resource, and none of later rules', () => {
    const many = ['b', 'a'].flatMap((group) => numbered('r', 8).map((name) => served(group, 'v1', name)));
    const { kinds } = check([rule(['b', 'a'], ['v1'], numbered('r', 8).reverse()), rule([''], ['v1'], ['pods'])], many);
    expect(kinds).toEqual([
      ...numbered('r', 8).map((name) => `a/v1, Kind=${name}`),
      'b/v1, Kind=r000000',
      'b/v1, Kind=r000001',
    ]);
  });

  it('are at most a hundred of all rules', () => {
    const many = numbered('r', 300).map((name) => served('a', 'v1', name));
    const rules = numbered('r', 300).map((name) => rule(['a'], ['v1'], [name]));
    expect(check(rules, many).kinds).toHaveLength(100);
  });

  it('are found in steps whose number grows with the text of the rules', () => {
    const large = rule(numbered('g', 30_000), numbered('v', 30_000), numbered('r', 30_000));
    const { kinds, steps } = check([large], definitions);
    expect(kinds).toEqual([]);
    expect(steps).toBeGreaterThan(10);
    expect(steps).toBeLessThan(40);
  });

  it('are no longer looked for after much work', () => {
    const versions = numbered('v', 5_000).map((version) => served('a', version, 'r'));
    const rules = Array.from({ length: 2_000 }, () => rule(['a'], ['none'], ['r']));
    const { kinds, steps } = check([...rules, rule(['a'], [versions[0]!.gvr.version], ['r'])], versions);
    expect(kinds).toEqual([]);
    expect(steps).toBeGreaterThan(100);
    expect(steps).toBeLessThan(500);
  });
});
