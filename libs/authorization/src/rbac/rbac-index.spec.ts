import fc from 'fast-check';
import type { PolicyRule, Subject, UserInfo } from '@orch/api';
import type { RequestInfo } from '@orch/http';
import { arbitraryRule, naiveAllows } from './naive-rules.fixture.js';
import { rulesForUser, rbacAuthorizer } from './rbac-authorizer.js';
import type { GrantedBinding } from './bound-role.js';
import { Grants } from './grants.js';
import { RbacIndex } from './rbac-index.js';

const NAMESPACES = ['t1', 't2'];
const word = (...words: string[]) => fc.constantFrom(...words);
const roles = word('r0', 'r1', 'r2', 'r3', 'r4', 'r5', 'r6', 'r7', 'r8', 'r9', 'ra', 'rb', 'rc', 'rd', 're', 'rf');

type Step =
  | { do: 'role'; namespace: string; name: string; rules: PolicyRule[] | undefined }
  | { do: 'bind'; binding: GrantedBinding }
  | { do: 'unbind'; namespace: string; name: string };

const subject: fc.Arbitrary<Subject> = fc.oneof(
  fc.record({ kind: word('User'), name: word('u1', 'u2', 'system:serviceaccount:t1:sa') }),
  fc.record({ kind: word('Group'), name: word('g1', 'g2', '*') }),
  fc.record({ kind: word('ServiceAccount'), name: word('sa'), namespace: word('t1', 't2') }),
);
const place = word('', ...NAMESPACES);
const step: fc.Arbitrary<Step> = fc.oneof(
  fc.record({
    do: fc.constant('role' as const),
    namespace: place,
    name: roles,
    rules: fc.option(fc.array(arbitraryRule, { maxLength: 3 }), { nil: undefined, freq: 8 }),
  }),
  {
    weight: 3,
    arbitrary: fc
      .record({
        namespace: place,
        name: word('b1', 'b2', 'b3', ...Array.from({ length: 20 }, (_, i) => `c${i}`)),
        kind: word('Role', 'ClusterRole'),
        role: roles,
        subjects: fc.array(subject, { maxLength: 3 }),
      })
      .map(({ namespace, name, kind, role, subjects }) => ({
        do: 'bind' as const,
        binding: { namespace, name, subjects, roleRef: { kind: namespace === '' ? 'ClusterRole' : kind, name: role } },
      })),
  },
  fc.record({ do: fc.constant('unbind' as const), namespace: place, name: word('b1', 'b2', 'b3', 'c1') }),
);

const request: fc.Arbitrary<RequestInfo> = fc
  .record({
    isResource: fc.boolean(),
    path: word('/a', '/a/b', '/ab', '/abc', '/'),
    verb: word('get', 'list', 'create', 'head', 'delete'),
    group: word('', 'apps', 'batch'),
    namespace: word('', ...NAMESPACES, 't3'),
    resource: word('pods', 'jobs', 'nodes'),
    subresource: word('', 'log', 'scale'),
    name: word('', 'a', 'b', 'c'),
  })
  .map((info) => ({ ...info, version: 'v1', rest: [] }));

const user: fc.Arbitrary<UserInfo> = fc.record({
  username: word('u1', 'u2', 'u3', 'system:serviceaccount:t1:sa', 'sa'),
  groups: fc.subarray(['g1', 'g2', 'g3']),
});

/** A naive implementation with lists. */
class NaiveRbac {
  readonly roles = new Map<string, PolicyRule[]>();
  readonly bindings = new Map<string, GrantedBinding>();

  allows({ username, groups }: UserInfo, info: RequestInfo): boolean {
    return [...this.bindings.values()].some(({ namespace, roleRef, subjects }) => {
      if (namespace !== '' && (!info.isResource || namespace !== info.namespace)) return false;
      const has = subjects.some((s) =>
        s.kind === 'Group'
          ? groups.includes(s.name)
          : username === (s.kind === 'User' ? s.name : `system:serviceaccount:${s.namespace}:${s.name}`),
      );
      const rules = this.roles.get(`${roleRef.kind === 'Role' ? namespace : ''}/${roleRef.name}`) ?? [];
      return has && rules.some((rule) => naiveAllows(rule, info));
    });
  }
}

function take(step: Step, index: RbacIndex, naive: NaiveRbac): void {
  if (step.do === 'role') {
    index.setRole(step.namespace, step.name, step.rules);
    if (step.rules) naive.roles.set(`${step.namespace}/${step.name}`, step.rules);
    else naive.roles.delete(`${step.namespace}/${step.name}`);
  } else if (step.do === 'bind') {
    index.setBinding(step.binding);
    naive.bindings.set(`${step.binding.namespace}/${step.binding.name}`, step.binding);
  } else {
    index.removeBinding(step.namespace, step.name);
    naive.bindings.delete(`${step.namespace}/${step.name}`);
  }
}

describe('RbacIndex', () => {
  it('matches a naive implementation after any sequence of changes', () =>
    fc.assert(
      fc.property(
        fc.array(step, { minLength: 5, maxLength: 80 }),
        fc.array(fc.tuple(user, request), { minLength: 20, maxLength: 40 }),
        fc.constantFrom(undefined, 0, 1),
        (steps, questions, crowdSubjects) => {
          const index = new RbacIndex(crowdSubjects);
          const naive = new NaiveRbac();
          const authorizer = rbacAuthorizer(index);
          const half = steps.length >> 1;
          for (const [at, one] of steps.entries()) {
            take(one, index, naive);
            if (at !== half && at !== steps.length - 1) continue;
            for (const [who, info] of questions) {
              const { allowed } = authorizer.decide(who, info) as { allowed: boolean };
              expect([who, info, allowed]).toEqual([who, info, naive.allows(who, info)]);
            }
          }
        },
      ),
    ));

  describe('a binding of many subjects', () => {
    const roleRef = { kind: 'ClusterRole', name: 'r' };
    const users = (count: number): Subject[] =>
      Array.from({ length: count }, (_, i) => ({ kind: 'User', name: `u${i}` }));
    const bind = (index: RbacIndex, name: string, subjects: Subject[], revision: number): void => {
      index.setBinding({ namespace: 't1', name, roleRef, subjects });
      index.changes.commit(revision);
    };
    const named = (username: string): UserInfo => ({ username, groups: [] });

    it('creates grants only for subjects with requests or further bindings', () => {
      const made = jest.spyOn(Grants.prototype, 'add');
      const index = new RbacIndex();
      bind(index, 'b', users(1_000), 1);
      expect(made).not.toHaveBeenCalled();
      for (let i = 0; i < 3; i++) expect(index.grantsFor(named('u7'), 't1')).toHaveLength(1);
      expect(made).toHaveBeenCalledTimes(1);
      bind(index, 'c', users(2), 2);
      expect(made).toHaveBeenCalledTimes(1 + 2 * 2);
      made.mockRestore();
    });

    const grant = (verb: string): PolicyRule => ({ verbs: [verb], apiGroups: [''], resources: ['pods'] });
    const allows = (index: RbacIndex, username: string, verb = 'get'): boolean => {
      const at = { isResource: true, path: '', group: '', version: 'v1', rest: [], namespace: 't1' };
      const info = { ...at, verb, resource: 'pods', subresource: '', name: '' };
      return (rbacAuthorizer(index).decide(named(username), info) as { allowed: boolean }).allowed;
    };

    it('writes of a crowd change no entries of subjects without requests', () => {
      const entries = jest.spyOn(Map.prototype, 'set');
      const index = new RbacIndex();
      index.setRole('', 'r', [grant('get')]);
      const subjects = [users(5_000), users(5_000).map(({ name }): Subject => ({ kind: 'User', name: `v${name}` }))];
      const setEntries = (subject: string, write: () => void): number => {
        entries.mockClear();
        write();
        return entries.mock.calls.filter(([key]) => key === subject).length;
      };
      // One in the map of the subjects of the binding.
      expect(setEntries('u7', () => bind(index, 'b', subjects[0]!, 1))).toBe(1);
      expect(setEntries('vu7', () => bind(index, 'b', subjects[1]!, 2))).toBe(1);
      entries.mockRestore();
      expect(['u7', 'vu7'].map((name) => allows(index, name))).toEqual([false, true]);
      index.removeBinding('t1', 'b');
      expect(allows(index, 'vu7')).toBe(false);
    });

    it('more crowds than are looked up are treated as other bindings', () => {
      const index = new RbacIndex(10);
      index.setRole('', 'r', [grant('get')]);
      const names = Array.from({ length: 40 }, (_, at) => `b${at}`);
      names.forEach((name, at) => bind(index, name, users(20), at + 1));
      for (const name of names) {
        expect(['u0', 'u19', 'u20'].map((one) => allows(index, one))).toEqual([true, true, false]);
        index.removeBinding('t1', name);
      }
      expect(allows(index, 'u0')).toBe(false);
    });

    it('rules of a role are compiled by the first request, not by the write', () => {
      let reads = 0;
      const rules = (verb: string) =>
        Array.from({ length: 500 }, () =>
          Object.defineProperty({ ...grant(verb) }, 'apiGroups', { get: () => (reads++, ['']) }),
        );
      const index = new RbacIndex();
      bind(index, 'b', users(1), 1);
      index.setRole('', 'r', rules('get'));
      expect(reads).toBe(0);
      expect(allows(index, 'u0')).toBe(true);
      const compared = reads;
      index.setRole('', 'r', rules('list'));
      expect(reads).toBe(compared);
      expect([allows(index, 'u0'), allows(index, 'u0', 'list')]).toEqual([false, true]);
      expect(reads).toBeGreaterThan(compared);
    });

    it('a write changes only the permissions of added and removed subjects', () => {
      const index = new RbacIndex();
      bind(index, 'b', users(100), 1);
      bind(index, 'b', users(100), 2);
      expect(index.changes.unchangedSince(named('u99'))).toBe(1);
      bind(index, 'b', [...users(99), { kind: 'User', name: 'new' }], 3);
      const since = ['u0', 'u99', 'new'].map((name) => index.changes.unchangedSince(named(name)));
      expect(since).toEqual([1, 3, 3]);
      expect(['u0', 'u99', 'new'].map((name) => index.grantsFor(named(name), 't1').length)).toEqual([1, 0, 1]);
    });

    it('a change of its role changes the permissions of all subjects', () => {
      const index = new RbacIndex();
      bind(index, 'b', users(100), 1);
      index.grantsFor(named('u1'), 't1');
      index.setRole('', 'r', [{ verbs: ['get'], apiGroups: [''], resources: ['pods'] }]);
      index.changes.commit(2);
      expect(['u1', 'u2'].map((name) => index.changes.unchangedSince(named(name)))).toEqual([2, 2]);
      index.setRole('', 'r', [{ verbs: ['get'], apiGroups: [''], resources: ['pods'] }]);
      index.changes.commit(3);
      expect(index.changes.unchangedSince(named('u1'))).toBe(2);
    });
  });

  it('lists the rules of a user in steps, consistently as of the call', () => {
    const index = new RbacIndex();
    const rules = (verb: string): PolicyRule[] =>
      Array.from({ length: 5_000 }, (_, i) => ({ verbs: [verb], apiGroups: [''], resources: [`r${i}`] }));
    const roleRef = { kind: 'ClusterRole', name: 'r' };
    index.setRole('', 'r', rules('get'));
    index.setBinding({ namespace: '', name: 'b', roleRef, subjects: [{ kind: 'User', name: 'u' }] });
    const work = rulesForUser(index, { username: 'u', groups: [] }, 't1');
    index.setRole('', 'r', rules('list'));
    let steps = 0;
    for (;;) {
      const step = work.next();
      if (step.done) {
        expect(step.value).toEqual(rules('get'));
        break;
      }
      index.removeBinding('', 'b');
      steps++;
    }
    expect(steps).toBeGreaterThanOrEqual(4);
  });

  it('releases deleted roles and bindings', () => {
    const index = new RbacIndex();
    const empty = JSON.stringify(index, asLists);
    for (let i = 0; i < 30; i++) {
      index.setRole('t1', `r${i}`, [
        { verbs: ['get'], apiGroups: [''], resources: ['pods'], resourceNames: [`p${i}`] },
      ]);
      const subjects = [{ kind: 'User', name: 'u' }];
      index.setBinding({ namespace: 't1', name: `b${i}`, roleRef: { kind: 'Role', name: `r${i}` }, subjects });
    }
    for (let i = 0; i < 30; i++) {
      index.removeBinding('t1', `b${i}`);
      index.setRole('t1', `r${i}`, undefined);
    }
    index.changes.beginAt(0);
    expect(JSON.stringify(index, asLists)).toBe(empty);
  });

  it('names the binding that allowed a request, and missing roles', () => {
    const index = new RbacIndex();
    const authorizer = rbacAuthorizer(index);
    const roleRef = { kind: 'ClusterRole', name: 'r' };
    index.setBinding({ namespace: '', name: 'b', roleRef, subjects: [{ kind: 'Group', name: 'g' }] });
    const info = {
      ...{ isResource: true, path: '', verb: 'get', group: '', version: 'v1', rest: [] },
      ...{ namespace: '', resource: 'pods', subresource: '', name: '' },
    };
    const who = { username: 'u', groups: ['g'] };
    expect(authorizer.decide(who, info)).toEqual({
      allowed: false,
      reason: 'RBAC: clusterrole "r" not found',
      error: 'clusterrole "r" not found',
    });
    index.setRole('', 'r', [{ verbs: ['get'], apiGroups: [''], resources: ['pods'] }]);
    expect(authorizer.decide(who, info)).toEqual({
      allowed: true,
      reason: 'RBAC: allowed by ClusterRoleBinding "b" of ClusterRole "r" to Group "g"',
    });
  });
});

const asLists = (_key: string, value: unknown): unknown =>
  value instanceof Map || value instanceof Set ? [...value] : value;
