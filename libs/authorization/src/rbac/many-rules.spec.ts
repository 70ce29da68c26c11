import type { PolicyRule, UserInfo } from '@orch/api';
import { FakeClock } from '@orch/apimachinery';
import { type Authorizer, type Requester, resourceRequest } from '@orch/http';
import { authorizeUnion } from '../authorize-union.js';
import { alwaysDenyAuthorizer } from '../always.js';
import { Visibility } from '../visibility/visibility.js';
import { rbacAuthorizer, rulesForUser } from './rbac-authorizer.js';
import { RbacIndex } from './rbac-index.js';

const USER: UserInfo = { username: 'u', groups: [] };
const REQUESTER = { user: USER } as Requester;
const GROUP = 'rbac.authorization.k8s.io';
const LIST = resourceRequest({ verb: 'list', group: '', version: 'v1', resource: 'configmaps', name: '' });

const naming = (...resourceNames: string[]): PolicyRule => ({
  verbs: ['get'],
  apiGroups: [''],
  resources: ['configmaps'],
  resourceNames,
});

/** Rules with 65 names each: more than an index by name has. */
const rules = (from: number, count: number): PolicyRule[] =>
  Array.from({ length: count }, (_, at) => naming(...Array.from({ length: 65 }, (__, name) => `${from + at}-${name}`)));

/** An index with roles of one user in one namespace. */
function indexOf(...roles: readonly PolicyRule[][]): RbacIndex {
  const index = new RbacIndex();
  for (const [at, each] of roles.entries()) {
    index.setRole('a', `r${at}`, each);
    index.setBinding({
      namespace: 'a',
      name: `b${at}`,
      roleRef: { apiGroup: GROUP, kind: 'Role', name: `r${at}` },
      subjects: [{ apiGroup: GROUP, kind: 'User', name: 'u' }],
    });
  }
  return index;
}

function visible(index: RbacIndex, ...before: Authorizer[]) {
  const rbac = rbacAuthorizer(index);
  let asked = 0;
  const decide: Authorizer['decide'] = (user, info, requester) => {
    asked++;
    return rbac.decide(user, info, requester);
  };
  const authorizer = authorizeUnion([...before, { ...rbac, decide } as Authorizer]);
  const parts = { authorizer, user: USER, info: LIST, changes: index.changes, isPolled: false, clock: new FakeClock() };
  return { visibility: new Visibility(parts), asked: () => asked };
}

describe('roles with many rules', () => {
  it('show the objects that they name, without a decision about each name', () => {
    const { visibility, asked } = visible(indexOf(rules(0, 900)));
    const seen = ['0-0', '899-64', '899-65', 'x'].filter((name) => visibility.current.includes('a', name));
    expect(seen).toEqual(['0-0', '899-64']);
    expect(visibility.current.includes('b', '0-0')).toBe(false);
    expect(asked()).toBeLessThanOrEqual(3);
    visibility.close();
  });

  it('show the objects of the first thousand rules that name some', () => {
    const { visibility } = visible(indexOf(rules(0, 1_200)));
    expect(['999-0', '1000-0'].filter((name) => visibility.current.includes('a', name))).toEqual(['999-0']);
    visibility.close();
  });

  it('show nothing that an earlier authorizer denies', () => {
    const { visibility } = visible(indexOf([naming('x')]), alwaysDenyAuthorizer);
    expect(visibility.current.includes('a', 'x')).toBe(false);
    visibility.close();
  });

  it('are asked about name by name, a thousand at most, where an earlier authorizer may deny some', async () => {
    let asked = 0;
    const denies: Authorizer = {
      decide: async (_, { name }) => {
        await Promise.resolve();
        if (name !== '') asked++;
        return { allowed: false, reason: '', ...(name === '0-1' ? { denied: true } : {}) };
      },
    };
    const { visibility } = visible(indexOf(rules(0, 100)), denies);
    visibility.current.includes('a', '0-0');
    await visibility.settle();
    expect(['0-0', '0-1', '0-2'].filter((name) => visibility.current.includes('a', name))).toEqual(['0-0', '0-2']);
    expect(asked).toBeLessThanOrEqual(2_000);
    visibility.close();
  });

  it('are prepared over several turns for the first request, and then at once', async () => {
    const index = indexOf(rules(0, 100), rules(100, 100), rules(200, 100));
    const rbac = rbacAuthorizer(index);
    const get = { ...LIST, verb: 'get', namespace: 'a', name: '299-64' };
    const first = rbac.decide(USER, get, REQUESTER);
    expect(first).toBeInstanceOf(Promise);
    expect(await first).toMatchObject({ allowed: true });
    expect(rbac.decide(USER, get, REQUESTER)).toMatchObject({ allowed: true });
    // One small change is prepared at once.
    index.setRole('a', 'r0', [naming('new')]);
    expect(rbac.decide(USER, { ...get, name: 'new' }, REQUESTER)).toMatchObject({ allowed: true });
    expect(rbac.decide(USER, { ...get, name: '0-0' }, REQUESTER)).toMatchObject({ allowed: false });
  });

  it('of one role are prepared in steps, and names of one rule in pieces', () => {
    const names = Array.from({ length: 20_000 }, (_, at) => `n${at}`);
    for (const role of [
      rules(0, 300),
      Array.from({ length: 400 }, (_, at) => naming(...names.slice(50 * at, 50 * at + 50))),
      [naming(...names)],
    ]) {
      const index = indexOf(role);
      const work = index.prepareInSteps(USER);
      let steps = 0;
      while (!work.next().done) steps++;
      expect(steps).toBeGreaterThanOrEqual(19);
      const { resourceNames = [] } = role.at(-1)!;
      const get = { ...LIST, verb: 'get', namespace: 'a', name: resourceNames.at(-1)! };
      expect(rbacAuthorizer(index).decide(USER, get, REQUESTER)).toMatchObject({ allowed: true });
    }
  });

  it('that are written while they are prepared are prepared again', () => {
    const index = indexOf(rules(0, 300));
    const work = index.prepareInSteps(USER);
    work.next();
    work.next();
    index.setRole('a', 'r0', rules(1_000, 300));
    while (!work.next().done);
    const decide = (name: string) =>
      rbacAuthorizer(index).decide(USER, { ...LIST, verb: 'get', namespace: 'a', name }, REQUESTER);
    expect(decide('1299-64')).toMatchObject({ allowed: true });
    expect(decide('0-0')).toMatchObject({ allowed: false });
  });

  it('are prepared over several turns also where each group of a user has few', async () => {
    const index = indexOf();
    const groups = Array.from({ length: 20 }, (_, at) => `g${at}`);
    for (const [at, group] of groups.entries()) {
      index.setRole('a', group, rules(10 * at, 10));
      index.setBinding({
        namespace: 'a',
        name: group,
        roleRef: { apiGroup: GROUP, kind: 'Role', name: group },
        subjects: [{ apiGroup: GROUP, kind: 'Group', name: group }],
      });
    }
    const decision = rbacAuthorizer(index).decide(
      { username: 'other', groups },
      { ...LIST, verb: 'get', namespace: 'a', name: '199-64' },
      REQUESTER,
    );
    expect(decision).toBeInstanceOf(Promise);
    expect(await decision).toMatchObject({ allowed: true });
  });

  it('are counted once while other roles of the user allow each request', () => {
    let reads = 0;
    const counted: PolicyRule = {
      get verbs() {
        reads++;
        return ['get'];
      },
      apiGroups: [''],
      resources: ['pods'],
    };
    const index = indexOf([{ verbs: ['*'], apiGroups: ['*'], resources: ['*'] }]);
    index.setRole('a', 'g', [counted]);
    index.setBinding({
      namespace: 'a',
      name: 'g',
      roleRef: { apiGroup: GROUP, kind: 'Role', name: 'g' },
      subjects: [{ apiGroup: GROUP, kind: 'Group', name: 'g' }],
    });
    const rbac = rbacAuthorizer(index);
    const decide = () => rbac.decide({ ...USER, groups: ['g'] }, { ...LIST, verb: 'get', namespace: 'a' }, REQUESTER);
    expect(decide()).toMatchObject({ allowed: true });
    const before = reads;
    expect(before).toBeGreaterThan(0);
    expect(decide()).toMatchObject({ allowed: true });
    expect(reads).toBe(before);
  });

  it('are listed in steps, few rules with many names too', () => {
    const names = Array.from({ length: 20_000 }, (_, at) => `n${at}`);
    const work = rulesForUser(indexOf(...names.slice(0, 5).map((name) => [naming(name, ...names)])), USER, 'a');
    let steps = 0;
    while (!work.next().done) steps++;
    expect(steps).toBeGreaterThanOrEqual(5);
  });

  it('are decided by what is bound when they are prepared', async () => {
    const index = indexOf(rules(0, 100), rules(100, 100));
    const decision = rbacAuthorizer(index).decide(
      USER,
      { ...LIST, verb: 'get', namespace: 'a', name: '0-0' },
      REQUESTER,
    );
    index.removeBinding('a', 'b0');
    expect(await decision).toMatchObject({ allowed: false });
  });

  it('are prepared before a list of visible objects of all namespaces', async () => {
    const rbac = rbacAuthorizer(indexOf(rules(0, 100), rules(100, 100)));
    const prepared = rbac.prepare(REQUESTER);
    expect(prepared).toBeInstanceOf(Promise);
    await prepared;
    // Without a pause, although the roles have many rules.
    const get = { ...LIST, verb: 'get', namespace: 'a', name: '199-64' };
    expect(rbac.decide(USER, get, REQUESTER)).toMatchObject({ allowed: true });
  });
});
