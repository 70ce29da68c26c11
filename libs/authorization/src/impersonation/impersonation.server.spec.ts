import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createPrivateKeyAndRequest } from '@orch/pki';
import type { Agent } from 'undici';
import { sendRaw, whoIs, TestServer } from '@orch/server-testing';

const RBAC = '/apis/rbac.authorization.orch.io/v1';
const MAY = 'rbac.authorization.orch.io';

/** One server whose roles give each user the permissions in its name. */
describe('impersonation', () => {
  let directory: string;
  let server: TestServer;
  let admin: Agent;
  const bearer = (token: string) => `Authorization: Bearer ${token}`;
  const as = (token: string, ...headers: string[]) => whoIs(server, [bearer(token), ...headers]);
  const create = async (path: string, body: object) => {
    const { code, text } = await server.call(path, { method: 'POST', body, agent: admin });
    if (code !== 201) throw new Error(text);
  };
  /** Binds a user to a new cluster role. */
  const grant = async (user: string, ...rules: object[]) => {
    await create(`${RBAC}/clusterroles`, { metadata: { name: user }, rules });
    await create(`${RBAC}/clusterrolebindings`, {
      metadata: { name: user },
      roleRef: { apiGroup: MAY, kind: 'ClusterRole', name: user },
      subjects: [{ apiGroup: MAY, kind: 'User', name: user }],
    });
  };
  const rule = (resource: string, names?: string[], apiGroup = '') => ({
    verbs: ['impersonate'],
    apiGroups: [apiGroup],
    resources: [resource],
    ...(names && { resourceNames: names }),
  });
  const AUTHENTICATION = 'authentication.orch.io';

  beforeAll(async () => {
    directory = await mkdtemp(join(tmpdir(), 'orch-as-'));
    const tokens = ['root,root,1,system:masters', 'norights,norights,2,"dev,ops"', 'users,users,3', 'jane-only,jane-only,4', 'one-group,one-group,5', 'accounts,accounts,6', 'in-ns,in-ns,7', 'scopes,scopes,8', 'uids,uids,9', 'team,team,10,team']; // prettier-ignore
    await writeFile(join(directory, 'tokens.csv'), `${tokens.join('\n')}\n`);
    server = await TestServer.start({ tokenAuthFile: join(directory, 'tokens.csv') });
    admin = await server.admin();
    await create('/api/v1/namespaces', { metadata: { name: 'ns' } });
    await Promise.all([
      grant('users', rule('users')),
      grant('jane-only', rule('users', ['jane'])),
      grant('one-group', rule('users'), rule('groups', ['dev'])),
      grant('accounts', rule('serviceaccounts')),
      grant('scopes', rule('users'), rule('userextras/scopes', ['view', 'edit'], AUTHENTICATION)),
      grant('uids', rule('users'), rule('uids', ['7'], AUTHENTICATION)),
      create(`${RBAC}/namespaces/ns/roles`, { metadata: { name: 'in-ns' }, rules: [rule('serviceaccounts')] }),
      create(`${RBAC}/namespaces/ns/rolebindings`, {
        metadata: { name: 'in-ns' },
        roleRef: { apiGroup: MAY, kind: 'Role', name: 'in-ns' },
        subjects: [{ apiGroup: MAY, kind: 'User', name: 'in-ns' }],
      }),
      create(`${RBAC}/namespaces/ns/roles`, { metadata: { name: 'read' }, rules: [{ verbs: ['list'], apiGroups: [''], resources: ['pods'] }] }),
      create(`${RBAC}/namespaces/ns/rolebindings`, {
        metadata: { name: 'read' },
        roleRef: { apiGroup: MAY, kind: 'Role', name: 'read' },
        subjects: [{ apiGroup: MAY, kind: 'Group', name: 'team' }],
      }),
    ]); // prettier-ignore
  });
  afterAll(async () => {
    await TestServer.closeAll();
    await rm(directory, { recursive: true });
  });

  it('B-126 B-131 impersonates a user with a bearer token', async () =>
    expect(await as('root', 'Impersonate-User: jane')).toEqual({ username: 'jane', groups: ['system:authenticated'] }));
  it('B-126 impersonates a user with a client certificate', async () =>
    expect(await whoIs(server, ['Impersonate-User: jane'], await server.adminPair())).toMatchObject({
      username: 'jane',
    }));
  it('B-127 the caller is authenticated first', async () => {
    expect(await as('bad', 'Impersonate-User: jane')).toBe(401);
    expect(await as('bad', 'Impersonate-Group: jane')).toBe(401);
  });
  it('B-128 is forbidden without the permission, which the message names', async () => {
    const answer = await sendRaw(server, 'GET /version', [bearer('norights'), 'Impersonate-User: jane']);
    expect([answer.code, answer.json]).toEqual([
      403,
      expect.objectContaining({
        reason: 'Forbidden',
        message:
          'users "jane" is forbidden: User "norights" cannot impersonate resource "users" in API group "" at the cluster scope',
        details: { name: 'jane', kind: 'users' },
      }),
    ]);
  });
  it('B-129 B-132 B-133 B-136 nothing of the caller remains', async () =>
    expect(
      await as('root', 'Impersonate-User: jane', 'Impersonate-Group: a', 'Impersonate-Group: b', 'Impersonate-Uid: 77', 'Impersonate-Extra-Scopes: view', 'Impersonate-Extra-Scopes: edit'),
    ).toEqual({ username: 'jane', uid: '77', groups: ['a', 'b', 'system:authenticated'], extra: { scopes: ['view', 'edit'] } })); // prettier-ignore
  it('B-130 authorizes the impersonated user', async () => {
    const list = (...headers: string[]) =>
      sendRaw(server, 'GET /api/v1/namespaces/ns/pods', [bearer('root'), ...headers]);
    expect((await list()).code).toBe(200);
    expect((await list('Impersonate-User: jane')).json.message).toContain('User "jane" cannot list resource "pods"');
    expect((await list('Impersonate-User: jane', 'Impersonate-Group: team')).code).toBe(200);
    expect((await list('Impersonate-User: system:anonymous')).json.message).toContain('User "system:anonymous" cannot');
  });
  it('B-137 D-108 rejects impersonation without a user', async () => {
    for (const header of ['Impersonate-Group: dev', 'Impersonate-Extra-Scopes: a', 'Impersonate-Uid: 7']) {
      const { code, json } = await sendRaw(server, 'GET /version', [bearer('root'), header]);
      expect([code, json]).toEqual([400, expect.objectContaining({ reason: 'BadRequest', message: expect.stringContaining('without impersonating a user') })]); // prettier-ignore
    }
  });

  const rows: Array<[string, string, string, string[], 'passes' | 'is refused']> = [
    ['B-139', 'the permission for users', 'users', ['Impersonate-User: jane'], 'passes'],
    ['B-139', 'no permission', 'norights', ['Impersonate-User: jane'], 'is refused'],
    ['B-139', 'the permission for service accounts', 'accounts', ['Impersonate-User: jane'], 'is refused'],
    ['B-140', 'the permission for users, and a group', 'users', ['Impersonate-User: jane', 'Impersonate-Group: dev'], 'is refused'],
    ['B-140', 'the permissions for users and that group', 'one-group', ['Impersonate-User: jane', 'Impersonate-Group: dev'], 'passes'],
    ['D-111', 'the permission for one group of two', 'one-group', ['Impersonate-User: jane', 'Impersonate-Group: dev', 'Impersonate-Group: ops'], 'is refused'],
    ['B-140', 'the permission for another group than system:masters', 'one-group', ['Impersonate-User: jane', 'Impersonate-Group: system:masters'], 'is refused'],
    ['B-141', 'the permission for users, and a service account', 'users', ['Impersonate-User: system:serviceaccount:ns:a'], 'is refused'],
    ['B-141', 'the permission for service accounts', 'accounts', ['Impersonate-User: system:serviceaccount:ns:a'], 'passes'],
    ['D-109', 'the permission in the namespace', 'in-ns', ['Impersonate-User: system:serviceaccount:ns:a'], 'passes'],
    ['D-109', 'the permission in another namespace', 'in-ns', ['Impersonate-User: system:serviceaccount:default:a'], 'is refused'],
    ['B-142', 'the permission for users, and an extra attribute', 'users', ['Impersonate-User: jane', 'Impersonate-Extra-Scopes: view'], 'is refused'],
    ['B-142 B-144', 'the permission for that extra attribute', 'scopes', ['Impersonate-User: jane', 'Impersonate-Extra-Scopes: view', 'Impersonate-Extra-Scopes: edit'], 'passes'],
    ['B-142', 'the permission for another extra attribute', 'scopes', ['Impersonate-User: jane', 'Impersonate-Extra-Other: view'], 'is refused'],
    ['D-111 B-144', 'the permission for one value of two', 'scopes', ['Impersonate-User: jane', 'Impersonate-Extra-Scopes: view', 'Impersonate-Extra-Scopes: root'], 'is refused'],
    ['B-143', 'the permission for users, and a uid', 'users', ['Impersonate-User: jane', 'Impersonate-Uid: 7'], 'is refused'],
    ['B-143 B-144', 'the permission for that uid', 'uids', ['Impersonate-User: jane', 'Impersonate-Uid: 7'], 'passes'],
    ['B-144', 'the permission for another uid', 'uids', ['Impersonate-User: jane', 'Impersonate-Uid: 8'], 'is refused'],
    ['B-144', 'the permission for one name', 'jane-only', ['Impersonate-User: jane'], 'passes'],
    ['B-144', 'the permission for another name', 'jane-only', ['Impersonate-User: bob'], 'is refused'],
  ]; // prettier-ignore
  for (const [id, name, token, headers, want] of rows) {
    it(`${id} with ${name} it ${want}`, async () => {
      const found = await as(token, ...headers);
      if (want === 'is refused') return expect(found).toBe(403);
      return expect(found).toMatchObject({ username: headers[0]!.slice('Impersonate-User: '.length) });
    });
  }

  it('D-109 D-110 adds default groups', async () => {
    expect(await as('root', 'Impersonate-User: system:serviceaccount:ns:a')).toMatchObject({
      groups: ['system:serviceaccounts', 'system:serviceaccounts:ns', 'system:authenticated'],
    });
    const masters = 'Impersonate-Group: system:masters';
    expect(await as('root', 'Impersonate-User: jane', masters, 'Impersonate-Group: system:authenticated')).toMatchObject({ groups: ['system:masters', 'system:authenticated'] }); // prettier-ignore
    expect(await as('root', 'Impersonate-User: jane', masters, 'Impersonate-Group: system:unauthenticated')).toMatchObject({ groups: ['system:masters', 'system:unauthenticated'] }); // prettier-ignore
    expect(await as('root', 'Impersonate-User: system:anonymous', masters)).toMatchObject({ groups: ['system:masters', 'system:unauthenticated'] }); // prettier-ignore
  });
  it('a CertificateSigningRequest contains the impersonated user', async () => {
    const { requestPem } = await createPrivateKeyAndRequest({ commonName: 'a' });
    const body = {
      metadata: { name: 'as-jane' },
      spec: { request: Buffer.from(requestPem).toString('base64'), signerName: 'example.com/s', usages: ['digital signature'], username: 'mallory', groups: ['system:masters'] },
    }; // prettier-ignore
    const { code, json } = await server.call('/apis/certificates.orch.io/v1/certificatesigningrequests', {
      method: 'POST',
      body,
      agent: admin,
      headers: { 'Impersonate-User': 'jane', 'Impersonate-Uid': '7', 'Impersonate-Group': 'system:masters', 'Impersonate-Extra-Scopes': 'v' },
    }); // prettier-ignore
    expect([code, json['spec']]).toEqual([
      201,
      expect.objectContaining({ username: 'jane', uid: '7', groups: ['system:masters', 'system:authenticated'], extra: { scopes: ['v'] } }),
    ]); // prettier-ignore
  });
  it('B-126 works over HTTP/2', async () => {
    const second = await TestServer.start({ http2: true });
    const agent = second.agent(await second.adminPair(), { allowH2: true });
    const answer = await second.call('/api/v1/namespaces', { agent, headers: { 'Impersonate-User': 'jane' } });
    expect([answer.code, answer.json.message]).toEqual([403, expect.stringContaining('User "jane" cannot list')]);
    await second.close();
  });
});
