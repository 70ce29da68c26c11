import fc from 'fast-check';
import type { PolicyRule } from '@orch/api';
import { compileRules, questionOf } from './compiled-rule.js';
import { Grants } from './grants.js';
import { arbitraryRule, naiveAllows } from './naive-rules.fixture.js';
import { rbacAuthorizer } from './rbac-authorizer.js';
import { RbacIndex } from './rbac-index.js';
import { RoleSlot } from './role-slot.js';
import { RoleIndex } from './role-index.js';
import { placesOf } from './rule-places.js';

const word = (...words: string[]) => fc.constantFrom(...words);
const words = (letter: string, count: number) => Array.from({ length: count }, (_, at) => `${letter}${at}`);
/** Rules with enough places for a separate index of their role. */
const LARGE: PolicyRule[] = words('v', 5).map((verb) => ({
  verbs: [verb],
  apiGroups: ['batch'],
  resources: words('r', 64),
}));
const few = fc.array(arbitraryRule, { maxLength: 2 });
const rules = fc.oneof(
  { weight: 3, arbitrary: few },
  few.map((own) => [...own, ...LARGE]),
);
const request = fc
  .record({
    isResource: fc.boolean(),
    path: word('/a', '/a/b', '/ab', '/'),
    verb: word('get', 'list', 'create', 'head', 'delete'),
    group: word('', 'apps', 'batch'),
    resource: word('pods', 'jobs', 'nodes'),
    subresource: word('', 'log', 'scale'),
    name: word('', 'a', 'b', 'c'),
  })
  .map((info) => ({ ...info, namespace: '', version: 'v1', rest: [] }));
const WHO = { username: 'u', groups: ['many'] };

/** Subjects with enough roles for an index of their rules. */
describe('RuleIndex', () => {
  it('matches a linear scan while roles are created, updated and deleted', () =>
    fc.assert(
      fc.property(
        fc.array(rules, { minLength: 20, maxLength: 30 }),
        fc.array(fc.tuple(fc.nat(29), fc.option(rules, { nil: undefined })), { maxLength: 15 }),
        fc.array(fc.nat(29), { maxLength: 10 }),
        fc.array(request, { minLength: 20, maxLength: 30 }),
        (first, changes, unbound, requests) => {
          const index = new RbacIndex();
          const held = new Map<string, readonly PolicyRule[]>();
          const authorizer = rbacAuthorizer(index);
          const check = () => {
            for (const info of requests) {
              const want = [...held.values()].flat().some((rule) => naiveAllows(rule, info));
              expect([info, (authorizer.decide(WHO, info) as { allowed: boolean }).allowed]).toEqual([info, want]);
            }
          };
          for (const [at, own] of first.entries()) {
            index.setRole('', `r${at}`, own);
            held.set(`r${at}`, own);
            const subjects = [{ kind: 'Group', name: 'many' }];
            index.setBinding({
              namespace: '',
              name: `b${at}`,
              roleRef: { kind: 'ClusterRole', name: `r${at}` },
              subjects,
            });
          }
          check();
          for (const [at, own] of changes) {
            index.setRole('', `r${at}`, own);
            if (held.has(`r${at}`)) held.set(`r${at}`, own ?? []);
          }
          check();
          for (const at of unbound) {
            index.removeBinding('', `b${at}`);
            held.delete(`r${at}`);
          }
          check();
        },
      ),
    ));
});

it('a rule takes at most two places in an index for each word', () => {
  for (const verbs of [1, 2, 4, 5, 16, 17, 300]) {
    for (const keys of [1, 2, 4, 5, 16, 64, 65, 300]) {
      const rule: PolicyRule = { verbs: words('v', verbs), apiGroups: [''], resources: words('r', keys) };
      const [compiled] = compileRules([rule]).resources;
      const places = placesOf(compiled!);
      expect(places.keys.size * places.verbs.size).toBeLessThanOrEqual(2 * (verbs + keys));
    }
  }
});

describe('a role with many rules and many subjects', () => {
  it('is indexed once, not for each subject', () => {
    const make = jest.spyOn(RoleIndex, 'inSteps');
    const index = new RbacIndex();
    const subjects = words('u', 500).map((name) => ({ kind: 'User', name }));
    index.setBinding({ namespace: '', name: 'b', roleRef: { kind: 'ClusterRole', name: 'r' }, subjects });
    index.setRole(
      '',
      'r',
      words('r', 500).map((resource) => ({ verbs: ['get'], apiGroups: [''], resources: [resource] })),
    );
    const info = { isResource: true, path: '', verb: 'get', group: '', version: 'v1', namespace: '', subresource: '' };
    const allowed = (username: string, resource: string) =>
      index
        .grantsFor({ username, groups: [] }, '')
        .some((grants) => grants.allowResource(questionOf({ ...info, resource, name: '', rest: [] })));
    expect([allowed('u7', 'r499'), allowed('u7', 'r500'), allowed('other', 'r1')]).toEqual([true, false, false]);
    expect(allowed('u8', 'r499')).toBe(true);
    expect(make).toHaveBeenCalledTimes(1);
    make.mockRestore();
  });
});

/** Number of comparisons of rules in one decision, counted by reads of the question. */
function readsOf(roles: readonly (readonly PolicyRule[])[], filled: 'before' | 'after') {
  const grants = new Grants('User "u"');
  for (const [at, rules] of roles.entries()) {
    const role = new RoleSlot('ClusterRole', '', `r${at}`);
    if (filled === 'before') role.fill(rules);
    grants.add(role, `ClusterRoleBinding "b${at}"`);
    if (filled === 'after') role.fill(rules);
  }
  let reads = 0;
  const info = { isResource: true, path: '', verb: 'get', group: '', version: 'v1', namespace: '' };
  const question = new Proxy(questionOf({ ...info, resource: 'pods', subresource: '', name: 'x', rest: [] }), {
    get: (target, key, receiver) => (reads++, Reflect.get(target, key, receiver)),
  });
  const allowed = grants.allowResource(question)?.allowed === true;
  return { reads, allowed };
}

describe.each(['before', 'after'] as const)(
  'rules compared for one decision, roles written %s they are given',
  (filled) => {
    const rule = (resource: string, verb: string): PolicyRule => ({
      verbs: [verb],
      apiGroups: [''],
      resources: [resource],
    });
    const split = (rules: readonly PolicyRule[], parts: number) =>
      Array.from({ length: parts }, (_, part) => rules.filter((_rule, at) => at % parts === part));
    const many = (make: (at: number) => PolicyRule) => Array.from({ length: 2_000 }, (_, at) => make(at));

    it.each<[what: string, rules: readonly PolicyRule[]]>([
      ['other resources', many((at) => rule(`r${at}`, 'get'))],
      ['other verbs of one resource', many((at) => rule('pods', `v${at}`))],
      ['other verbs of every resource', many((at) => rule('*', `v${at}`))],
      ['other verbs of one name', many((at) => ({ ...rule('pods', `v${at}`), resourceNames: ['x'] }))],
    ])('a few, however many there are in however few roles: %s', (_what, rules) => {
      for (const parts of [1, 10, 100]) {
        const refused = readsOf(split(rules, parts), filled);
        expect(refused.allowed).toBe(false);
        expect(refused.reads).toBeLessThan(40);
        const allowed = readsOf([...split(rules, parts), [rule('pods', 'get')]], filled);
        expect(allowed.allowed).toBe(true);
        expect(allowed.reads).toBeLessThan(40);
      }
    });

    it('a rule of very many verbs is found too', () => {
      const verbs = [...Array.from({ length: 100 }, (_, at) => `v${at}`), 'get'];
      const rules = many((at) => rule(`r${at}`, 'get'));
      expect(readsOf([rules, [{ ...rule('pods', ''), verbs }]], filled).allowed).toBe(true);
    });
  },
);
