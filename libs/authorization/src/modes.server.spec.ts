import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { type Answer, TestServer } from '@orch/server-testing';
import { DEFAULT_API_SERVER_OPTIONS, userFacingStartError } from '@orch/server';
import type { AuthorizationMode, AuthorizationOptions } from './authorization-options.js';

const CONFIG_MAPS = '/api/v1/namespaces/default/configmaps';

describe('modes of authorization', () => {
  let directory: string;
  let tokenAuthFile: string;
  beforeAll(async () => {
    directory = await mkdtemp(join(tmpdir(), 'orch-modes-'));
    tokenAuthFile = join(directory, 'tokens.csv');
    await writeFile(tokenAuthFile, 'jane-token,jane,7,dev\njoe-token,joe,8\n');
  });
  afterAll(() => rm(directory, { recursive: true }));
  afterAll(() => TestServer.closeAll());

  let files = 0;
  const policyFile = async (...policies: object[]): Promise<string> => {
    const file = join(directory, `policies-${files++}`);
    await writeFile(file, policies.map((policy) => JSON.stringify(policy)).join('\n'));
    return file;
  };
  const policy = (spec: object) => ({ apiVersion: 'abac.authorization.orch.io/v1beta1', kind: 'Policy', spec });
  const start = (modes: readonly AuthorizationMode[], more: Partial<AuthorizationOptions> = {}): Promise<TestServer> =>
    TestServer.start({
      tokenAuthFile,
      authorization: { modes, policyFile: undefined, webhook: undefined, ...more },
    });
  const send = (server: TestServer, method: string, path: string, body?: object): Promise<Answer> =>
    server.call(path, { method, token: 'jane-token', headers: { 'content-type': 'application/json' }, body });
  const codes = async (server: TestServer, ...requests: [method: string, path: string, body?: object][]) => {
    const found: number[] = [];
    for (const [method, path, body] of requests) found.push((await send(server, method, path, body)).code);
    return found;
  };
  const newMap = () => ({ metadata: { generateName: 'm-' } });

  it('D-070 D-071 AlwaysDeny allows only administrators', async () => {
    const server = await start(['AlwaysDeny']);
    const { code, json } = await send(server, 'GET', '/version');
    expect([code, json.message]).toEqual([
      403,
      'forbidden: User "jane" cannot get path "/version": Everything is forbidden.',
    ]);
    expect((await server.call('/healthz')).code).toBe(403);
    expect(await codes(server, ['GET', CONFIG_MAPS], ['POST', CONFIG_MAPS, newMap()])).toEqual([403, 403]);
    expect((await server.call(CONFIG_MAPS, { agent: await server.admin() })).code).toBe(200);
    await server.close();
  });

  it('D-069 AlwaysDeny is final: later modes are not consulted', async () => {
    const server = await start(['AlwaysDeny', 'AlwaysAllow']);
    expect(await codes(server, ['GET', '/version'])).toEqual([403]);
    await server.close();
  });

  it('D-069 AlwaysAllow allows all users, whatever modes follow', async () => {
    const server = await start(['AlwaysAllow', 'AlwaysDeny']);
    expect(await codes(server, ['GET', '/metrics'], ['POST', CONFIG_MAPS, newMap()])).toEqual([200, 201]);
    await server.close();
  });

  it('D-074 ABAC: a read-only policy allows reads', async () => {
    const file = await policyFile(
      policy({ user: 'jane', resource: '*', namespace: '*', apiGroup: '*', readonly: true }),
    );
    const server = await start(['ABAC'], { policyFile: file });
    expect(await codes(server, ['GET', CONFIG_MAPS], ['POST', CONFIG_MAPS, newMap()], ['GET', '/version'])).toEqual([
      200, 403, 403,
    ]);
    const joe = await server.call(CONFIG_MAPS, { token: 'joe-token' });
    expect(joe.code).toBe(403);
    await server.close();
  });

  it('D-069 ABAC, RBAC: access by either works', async () => {
    const file = await policyFile({ group: 'dev', namespace: 'default', resource: 'configmaps' });
    const server = await start(['ABAC', 'RBAC'], { policyFile: file });
    const answers = await codes(
      server,
      ['POST', CONFIG_MAPS, newMap()], // ABAC
      ['GET', '/apis'], // RBAC
      ['GET', '/api/v1/namespaces/default/secrets'], // neither
    );
    expect(answers).toEqual([201, 200, 403]);
    await server.close();
  });

  const startError = async (
    modes: readonly AuthorizationMode[],
    more: Partial<AuthorizationOptions>,
  ): Promise<string> => {
    const authorization = { modes, policyFile: undefined, webhook: undefined, ...more };
    const error: unknown = await start(modes, more).then(
      () => new Error('started'),
      (failure: unknown) => failure,
    );
    return String(userFacingStartError(error, { ...DEFAULT_API_SERVER_OPTIONS, authorization }));
  };

  it('D-074 the start fails on an invalid line, with file and line', async () => {
    const file = await policyFile(policy({ user: 'jane' }), policy({ user: 'jane', readOnly: true }));
    expect(await startError(['ABAC'], { policyFile: file })).toMatch(
      `UserFacingError: ${file}, line 2: spec.readOnly: is not a known field`,
    );
  });
  it('D-074 the start fails on a missing policy file', async () => {
    const file = join(directory, 'none');
    expect(await startError(['ABAC'], { policyFile: file })).toBe(
      `UserFacingError: --authorization-policy-file: ${file}: there is no such file`,
    );
  });
  it('D-075 the start fails on a webhook without configuration', async () => {
    const configFile = join(directory, 'none');
    const webhook = { configFile, version: 'v1' as const, authorizedTtlMs: 0, unauthorizedTtlMs: 0 };
    expect(await startError(['Webhook'], { webhook })).toBe(
      `UserFacingError: --authorization-webhook-config-file: client configuration ${configFile} does not exist`,
    );
  });
});
