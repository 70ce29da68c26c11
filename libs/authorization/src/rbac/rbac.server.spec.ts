import type { PolicyRule } from '@orch/api';
import { RbacServer } from '@orch/server-testing';

const CM = '/api/v1/namespaces/t1/configmaps';
const allow = (verbs: string, resources: string, more: Partial<PolicyRule> = {}): PolicyRule => ({
  verbs: verbs.split(' '),
  apiGroups: [''],
  resources: resources.split(' '),
  ...more,
});

describe.each(['orch', 'kubernetes'] as const)('mode RBAC (%s)', (vocabulary) => {
  let s: RbacServer;
  let count = 0;
  /** Creates a role in t1 with these rules, bound to this user. */
  const give = async (user: string, ...rules: PolicyRule[]): Promise<void> => {
    const name = `r${++count}`;
    await s.role('t1', name, ...rules);
    await s.bind('t1', name, `Role/${name}`, user);
  };
  const users = Object.fromEntries(
    'watcher narrow updater local union pods scaler names maker user robot scoped paths live changed plain'
      .split(' ')
      .map((name) => [name, []]),
  );
  beforeAll(async () => {
    s = await RbacServer.start({
      vocabulary,
      users: { ...users, member: ['crew'], 'system:serviceaccount:t1:robot': [] },
    });
    await s.make(CM, { metadata: { name: 'x' }, data: { a: '1' } });
  });
  afterAll(() => s.stop());

  it('D-079 the group serves roles and bindings, of namespaces and of the cluster', async () => {
    const { json } = await s.admin(`GET /apis/${s.vocabulary.groups.rbac}/v1`);
    const resources = (json['resources'] as { name: string; namespaced: boolean }[]).map((r) => [r.name, r.namespaced]);
    expect(Object.fromEntries(resources)).toEqual({
      roles: true,
      rolebindings: true,
      clusterroles: false,
      clusterrolebindings: false,
    });
    const path = s.rbac('roles', 't1');
    await s.role('t1', 'crud', allow('get', 'pods'));
    expect((await s.admin(`GET ${path}/crud`)).json['rules']).toEqual([allow('get', 'pods')]);
    expect((await s.admin(`DELETE ${path}/crud`)).code).toBe(200);
    expect((await s.admin(`GET ${path}/crud`)).code).toBe(404);
  });

  it('D-072 uses the verbs of the API: watch does not allow list', async () => {
    await give('watcher', allow('watch', 'configmaps'));
    expect(await s.codeAs('watcher', `GET ${CM}?watch=1&timeoutSeconds=1`)).toBe(200);
    expect(await s.codeAs('watcher', `GET ${CM}`)).toBe(403);
    expect(await s.codeAs('watcher', `GET ${CM}/x`)).toBe(403);
    expect(await s.codeAs('watcher', `DELETE ${CM}`)).toBe(403);
  });

  it('A-030 update is not patch', async () => {
    await give('updater', allow('update', 'configmaps'));
    const patch = { 'content-type': 'application/merge-patch+json' };
    expect((await s.as('updater', `PATCH ${CM}/x`, { data: { a: '2' } }, patch)).code).toBe(403);
    expect(await s.codeAs('updater', `PUT ${CM}/x`, { metadata: { name: 'x' }, data: { a: '3' } })).toBe(200);
  });

  it('A-047 a namespaced role applies in its namespace', async () => {
    await give('local', allow('list', 'configmaps'));
    expect(await s.codeAs('local', `GET ${CM}`)).toBe(200);
    expect(await s.codeAs('local', 'GET /api/v1/namespaces/t2/configmaps')).toBe(403);
    expect(await s.codeAs('local', 'GET /api/v1/configmaps')).toBe(403);
  });

  it('D-073 a list that selects one name is authorized with that name', async () => {
    await give('narrow', allow('list watch deletecollection', 'configmaps', { resourceNames: ['x'] }));
    const one = '?fieldSelector=metadata.name%3Dx';
    expect(await s.codeAs('narrow', `GET ${CM}${one}`)).toBe(200);
    expect(await s.codeAs('narrow', `GET ${CM}${one}&watch=1&timeoutSeconds=1`)).toBe(200);
    expect(await s.codeAs('narrow', `GET ${CM}`)).toBe(403);
    expect(await s.codeAs('narrow', `GET ${CM}?fieldSelector=metadata.name%3Dy`)).toBe(403);
    expect(await s.codeAs('narrow', `DELETE ${CM}?fieldSelector=metadata.name%3Dy`)).toBe(403);
  });

  it('D-080 cluster roles allow paths, with a star at the end', async () => {
    const refused = await s.admin(`POST ${s.rbac('roles', 't1')}`, {
      metadata: { name: 'p' },
      rules: [{ verbs: ['get'], nonResourceURLs: ['/healthz*'] }],
    });
    expect(refused.code).toBe(422);
    await s.clusterRole('metrics', { verbs: ['get'], nonResourceURLs: ['/met*'] });
    await s.bind('', 'metrics', 'ClusterRole/metrics', 'paths');
    expect(await s.codeAs('paths', 'GET /metrics')).toBe(200);
    expect(await s.codeAs('plain', 'GET /metrics')).toBe(403);
    expect(await s.codeAs('paths', 'GET /healthz/ping')).toBe(403);
  });

  it('D-081 the permissions of two bindings add up', async () => {
    await give('union', allow('get', 'configmaps'));
    await give('union', allow('list', 'configmaps'));
    expect(await s.codeAs('union', `GET ${CM}`)).toBe(200);
    expect(await s.codeAs('union', `GET ${CM}/x`)).toBe(200);
    expect(await s.codeAs('union', `DELETE ${CM}/x`)).toBe(403);
  });

  it('D-082 a resource is not its sub-resources; a star and a name are those of all', async () => {
    await give('pods', allow('*', 'pods'));
    expect(await s.codeAs('pods', 'GET /api/v1/namespaces/t1/pods/p')).toBe(404);
    expect(await s.codeAs('pods', 'GET /api/v1/namespaces/t1/pods/p/log')).toBe(403);
    await give('scaler', { verbs: ['get'], apiGroups: ['*'], resources: ['*/scale'] });
    const apps = '/apis/apps/v1/namespaces/t1';
    expect(await s.codeAs('scaler', `GET ${apps}/deployments/d/scale`)).toBe(404);
    expect(await s.codeAs('scaler', `GET ${apps}/statefulsets/d/scale`)).toBe(404);
    expect(await s.codeAs('scaler', `GET ${apps}/deployments/d`)).toBe(403);
    expect(await s.codeAs('scaler', `GET ${apps}/deployments/d/status`)).toBe(403);
  });

  it('D-083 a rule with names allows no request without a name', async () => {
    await give('names', allow('create deletecollection get', 'configmaps', { resourceNames: ['n'] }));
    expect(await s.codeAs('names', `POST ${CM}`, { metadata: { name: 'n' } })).toBe(403);
    expect(await s.codeAs('names', `DELETE ${CM}`)).toBe(403);
    expect(await s.codeAs('names', `GET ${CM}/n`)).toBe(404);
    expect(await s.codeAs('names', `GET ${CM}/x`)).toBe(403);
  });

  it('D-084 users, groups and service accounts', async () => {
    await s.role('t1', 'reads', allow('get', 'configmaps'));
    const { rbac } = s.vocabulary.groups;
    expect(await s.codeAs('user', `GET ${CM}/x`)).toBe(403);
    await s.bind('t1', 'to-user', 'Role/reads', { kind: 'User', apiGroup: rbac, name: 'user' });
    await s.bind('t1', 'to-group', 'Role/reads', { kind: 'Group', apiGroup: rbac, name: 'crew' });
    await s.bind('t1', 'to-robot', 'Role/reads', { kind: 'ServiceAccount', namespace: 't1', name: 'robot' });
    for (const who of ['user', 'member', 'system:serviceaccount:t1:robot']) {
      expect([who, await s.codeAs(who, `GET ${CM}/x`)]).toEqual([who, 200]);
    }
    // Names of service accounts and groups are not names of users.
    expect(await s.codeAs('robot', `GET ${CM}/x`)).toBe(403);
  });

  it('D-085 a RoleBinding of a cluster role applies only in its namespace', async () => {
    await s.clusterRole('scoped', allow('get list', 'configmaps nodes'));
    await s.bind('t1', 'scoped', 'ClusterRole/scoped', 'scoped');
    expect(await s.codeAs('scoped', `GET ${CM}`)).toBe(200);
    expect(await s.codeAs('scoped', 'GET /api/v1/namespaces/t2/configmaps')).toBe(403);
    expect(await s.codeAs('scoped', 'GET /api/v1/nodes')).toBe(403);
  });

  it('D-086 the role of a binding is immutable', async () => {
    const path = s.rbac('rolebindings', 't1');
    const { json } = await s.bind('t1', 'stays', 'ClusterRole/view', 'plain');
    const other = { ...json, roleRef: { ...(json['roleRef'] as object), name: 'edit' } };
    const put = await s.admin(`PUT ${path}/stays`, other);
    expect([put.code, put.text]).toEqual([422, expect.stringContaining('cannot change roleRef')]);
    const patch = { 'content-type': 'application/merge-patch+json' };
    expect((await s.admin(`PATCH ${path}/stays`, { roleRef: { name: 'edit' } }, patch)).code).toBe(422);
    await s.admin(`DELETE ${path}/stays`);
  });

  it('applies a new binding from the next request on, and ends with its deletion', async () => {
    await s.role('t1', 'live', allow('get', 'configmaps'));
    const path = s.rbac('rolebindings', 't1');
    for (let turn = 0; turn < 20; turn++) {
      await s.bind('t1', 'live', 'Role/live', 'live');
      expect(await s.codeAs('live', `GET ${CM}/x`)).toBe(200);
      expect((await s.admin(`DELETE ${path}/live`)).code).toBe(200);
      expect(await s.codeAs('live', `GET ${CM}/x`)).toBe(403);
    }
  });

  it('follows creation, updates and deletion of the role', async () => {
    const role = `${s.rbac('roles', 't1')}/late`;
    await s.bind('t1', 'late', 'Role/late', 'changed');
    const refused = await s.as('changed', `GET ${CM}/x`);
    expect(refused.json.message).toMatch(/in the namespace "t1": RBAC: role "late" not found$/);
    await s.role('t1', 'late', allow('get', 'configmaps'));
    expect(await s.codeAs('changed', `GET ${CM}/x`)).toBe(200);
    await s.admin(`PUT ${role}`, { metadata: { name: 'late' }, rules: [allow('list', 'configmaps')] });
    expect(await s.codeAs('changed', `GET ${CM}/x`)).toBe(403);
    expect(await s.codeAs('changed', `GET ${CM}`)).toBe(200);
    await s.admin(`DELETE ${role}`);
    expect(await s.codeAs('changed', `GET ${CM}`)).toBe(403);
  });

  it('applies after a restart', async () => {
    await give('maker', allow('get', 'configmaps'));
    await s.restart();
    expect(await s.codeAs('maker', `GET ${CM}/x`)).toBe(200);
    expect(await s.codeAs('maker', `GET ${CM}`)).toBe(403);
  });

  it('D-102 the refusal of a named and of an unnamed request', async () => {
    const { apps = 'apps' } = s.vocabulary.groups;
    const named = await s.as('plain', `PATCH /apis/${apps}/v1/namespaces/t1/deployments/d/scale`, {});
    expect(named.json).toMatchObject({
      code: 403,
      reason: 'Forbidden',
      details: { name: 'd', group: 'apps', kind: 'deployments' },
      message:
        'deployments.apps "d" is forbidden: User "plain" cannot patch resource "deployments/scale" in API group "apps" in the namespace "t1"',
    });
    expect((await s.as('plain', 'GET /api/v1/nodes')).json.message).toBe(
      'nodes is forbidden: User "plain" cannot list resource "nodes" in API group "" at the cluster scope',
    );
    expect((await s.as('plain', 'GET /api/v1/nodes/n')).json.message).toBe(
      'nodes "n" is forbidden: User "plain" cannot get resource "nodes" in API group "" at the cluster scope',
    );
  });

  it('D-103 the refusal of a path', async () => {
    const { code, json } = await s.as('plain', 'GET /metrics');
    expect([code, json.message]).toEqual([403, 'forbidden: User "plain" cannot get path "/metrics"']);
  });
});
