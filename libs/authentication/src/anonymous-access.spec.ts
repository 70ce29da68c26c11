import { silentLogger } from '@orch/process';
import { TestServer } from '@orch/server-testing';
import { DEFAULT_AUTHORIZATION } from '@orch/authorization';
import { anonymousAccess } from './anonymous-access.js';
import { anonymousAuthenticator } from './anonymous.js';

describe('anonymous requests', () => {
  const rows: Array<[string, string, Parameters<typeof anonymousAccess>[0], boolean]> = [
    ['B-118', 'not in release 1.5', { flag: undefined, modes: ['RBAC'], minor: 5 }, false],
    ['B-119', 'in release 1.5 when enabled by the flag', { flag: true, modes: ['RBAC'], minor: 5 }, true],
    ['B-120', 'from 1.6 on', { flag: undefined, modes: ['RBAC'], minor: 6 }, true],
    ['B-120', 'with several modes', { flag: undefined, modes: ['Node', 'RBAC', 'Webhook'], minor: 24 }, true],
    ['B-121', 'not in mode AlwaysAllow', { flag: undefined, modes: ['AlwaysAllow'], minor: 24 }, false],
    ['B-121', 'nor with that mode among others', { flag: undefined, modes: ['RBAC', 'AlwaysAllow'], minor: 24 }, false],
    ['D-066', 'nor when the flag wants it there', { flag: true, modes: ['AlwaysAllow'], minor: 24 }, false],
    ['B-122', 'not when disabled by the flag', { flag: false, modes: ['RBAC'], minor: 24 }, false],
  ];
  for (const [id, name, circumstances, want] of rows) {
    it(`${id} ${name}`, () => expect(anonymousAccess(circumstances).enabled).toBe(want));
  }
  it('D-066 logs a flag without effect', () => {
    expect(anonymousAccess({ flag: true, modes: ['AlwaysAllow'], minor: 24 }).warning).toContain(
      '--anonymous-auth=true',
    );
    expect(anonymousAccess({ flag: undefined, modes: ['AlwaysAllow'], minor: 24 }).warning).toBeUndefined();
  });
  it('can be limited to paths', () => {
    const some = anonymousAuthenticator(['/livez']);
    const at = (path: string) => some.authenticate({ info: { path } } as never);
    expect(at('/livez')).toMatchObject({ username: 'system:anonymous' });
    for (const path of ['/livez/', '/livez/ping', '/version', '/LIVEZ', '/']) expect(at(path)).toBeUndefined();
  });
});

describe('a running server', () => {
  afterEach(() => TestServer.closeAll());

  it.each([
    ['B-118', undefined, 401],
    ['B-119', true, 200],
  ])('%s in release 1.5, with --anonymous-auth=%s a request without credentials is answered %i', async (_id, anonymousAuth, code) => {
    const server = await TestServer.start({ emulatedMinor: 5, anonymousAuth });
    expect((await server.call('/version')).code).toBe(code);
  }); // prettier-ignore

  it.each([
    ['B-121', undefined],
    ['D-066', true],
  ])('%s: with AlwaysAllow there is no anonymous user (flag: %s)', async (_id, anonymousAuth) => {
    const warnings: string[] = [];
    const log = { ...silentLogger, warn: (text: string) => void warnings.push(text) };
    const authorization = { ...DEFAULT_AUTHORIZATION, modes: ['AlwaysAllow'] as const };
    const server = await TestServer.start({ authorization, anonymousAuth }, { log });
    for (const path of ['/version', '/livez', '/api/v1/namespaces']) expect((await server.call(path)).code).toBe(401);
    expect((await server.call('/api/v1/namespaces', { agent: await server.admin() })).code).toBe(200);
    expect(warnings.some((text) => text.includes('--anonymous-auth'))).toBe(anonymousAuth === true);
  });

  it('B-120 B-115 B-117 B-124 anonymous has the permissions bound to it, and no more', async () => {
    const server = await TestServer.start();
    const agent = await server.admin();
    const rbac = '/apis/rbac.authorization.orch.io/v1';
    const list = () => server.call('/api/v1/namespaces/default/configmaps');
    const change = (method: string, path: string, body?: object) => server.call(`${rbac}/${path}`, { method, body, agent });
    expect((await server.call('/version')).code).toBe(200);
    expect(await list()).toMatchObject({ code: 403, json: { message: expect.stringContaining('User "system:anonymous" cannot list') } });
    await change('POST', 'clusterroles', { metadata: { name: 'open' }, rules: [{ verbs: ['list'], apiGroups: [''], resources: ['configmaps'] }] });
    const bind = (name: string, subject: object) =>
      change('POST', 'clusterrolebindings', { metadata: { name }, roleRef: { apiGroup: 'rbac.authorization.orch.io', kind: 'ClusterRole', name: 'open' }, subjects: [{ apiGroup: 'rbac.authorization.orch.io', ...subject }] });
    await bind('all', { kind: 'Group', name: 'system:authenticated' });
    await bind('star', { kind: 'User', name: '*' });
    await bind('stars', { kind: 'Group', name: '*' });
    expect((await list()).code).toBe(403);
    await bind('unauthenticated', { kind: 'Group', name: 'system:unauthenticated' });
    expect((await list()).code).toBe(200);
    await change('DELETE', 'clusterrolebindings/unauthenticated');
    expect((await list()).code).toBe(403);
    await bind('by-name', { kind: 'User', name: 'system:anonymous' });
    expect((await list()).code).toBe(200);
  }); // prettier-ignore
});
