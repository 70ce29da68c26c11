import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { TestServer } from '@orch/server-testing';
import { DEFAULT_AUTHORIZATION } from '@orch/authorization';

describe.each([
  ['orch', 'authentication.orch.io'],
  ['kubernetes', 'authentication.k8s.io'],
] as const)('SelfSubjectReview, in the vocabulary %s', (vocabulary, group) => {
  let directory: string;
  let server: TestServer;
  const path = `/apis/${group}/v1/selfsubjectreviews`;
  const jane = { username: 'jane', uid: '7', groups: ['dev', 'ops', 'system:authenticated'] };
  beforeAll(async () => {
    directory = await mkdtemp(join(tmpdir(), 'orch-who-'));
    await writeFile(join(directory, 'tokens.csv'), 'jane-token,jane,7,"dev,ops"\n');
    const runtimeConfig = [`${group}/v1beta1=true`, `${group}/v1alpha1=true`];
    // The release with all three versions.
    const emulatedMinor = 28;
    server = await TestServer.start({
      ...{ vocabulary, emulatedMinor, runtimeConfig },
      tokenAuthFile: join(directory, 'tokens.csv'),
    });
  });
  afterAll(async () => {
    await TestServer.closeAll();
    await rm(directory, { recursive: true });
  });
  const post = (version: string, body: unknown) =>
    server.call(path.replace('/v1/', `/${version}/`), { method: 'POST', token: 'jane-token', body });

  it('D-007 B-003 B-005 an empty object is answered with the user', async () =>
    expect(await post('v1', {})).toMatchObject({
      code: 201,
      json: { kind: 'SelfSubjectReview', apiVersion: `${group}/v1`, status: { userInfo: jane } },
    }));
  it.each(['v1alpha1', 'v1beta1', 'v1'])('D-007 in version %s, ignoring the body', async (version) => {
    const body = {
      apiVersion: `${group}/${version}`,
      kind: 'SelfSubjectReview',
      status: { userInfo: { username: 'root' } },
    };
    const { code, json } = await post(version, body);
    expect([code, json]).toEqual([
      201,
      expect.objectContaining({ apiVersion: `${group}/${version}`, status: { userInfo: jane } }),
    ]);
  });
  it.each(['GET', 'PUT', 'DELETE', 'PATCH'])('D-007 %s is 405', async (method) => {
    const agent = await server.admin();
    const headers = { 'content-type': 'application/json' };
    expect((await server.call(path, { method, agent, headers, ...(method === 'GET' ? {} : { body: {} }) })).code).toBe(
      405,
    );
  });
  it('D-007 B-117 anonymous users are not allowed', async () => {
    const { code, json } = await server.call(path, { method: 'POST', body: {} });
    expect([code, json.message]).toEqual([403, expect.stringContaining('User "system:anonymous" cannot create')]);
  });
});

describe('policies of attributes', () => {
  it('B-123 B-125 apply to anonymous requests by user and group name only', async () => {
    const directory = await mkdtemp(join(tmpdir(), 'orch-abac-'));
    const policyFile = join(directory, 'policy.jsonl');
    const tokenAuthFile = join(directory, 'tokens.csv');
    await writeFile(tokenAuthFile, 'jane-token,jane,7\n');
    const policy = (spec: object) =>
      JSON.stringify({ apiVersion: 'abac.authorization.orch.io/v1beta1', kind: 'Policy', spec: { namespace: '*', resource: 'configmaps', apiGroup: '*', readonly: true, ...spec } }); // prettier-ignore
    const codes = async (...policies: string[]) => {
      await writeFile(policyFile, `${policies.join('\n')}\n`);
      const server = await TestServer.start({
        tokenAuthFile,
        authorization: { ...DEFAULT_AUTHORIZATION, modes: ['ABAC'], policyFile },
      });
      const list = '/api/v1/namespaces/default/configmaps';
      const found = [(await server.call(list, { token: 'jane-token' })).code, (await server.call(list)).code];
      await server.close();
      return found;
    };
    expect(await codes(policy({ user: '*' }))).toEqual([200, 403]);
    expect(await codes(policy({ group: '*' }))).toEqual([200, 403]);
    expect(await codes(policy({ group: 'system:unauthenticated' }))).toEqual([403, 200]);
    expect(await codes(policy({ user: 'system:anonymous' }))).toEqual([403, 200]);
    expect(await codes(policy({ group: 'system:authenticated' }))).toEqual([200, 403]);
    await rm(directory, { recursive: true });
  });
});
