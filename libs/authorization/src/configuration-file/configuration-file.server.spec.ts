import { mkdtemp, rename, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { RecordedLog, type ReviewCall, ReviewServer, sendCode, silence } from '@orch/testing';
import { TestServer } from '@orch/server-testing';
import { DEFAULT_AUTHORIZATION } from '../authorization-options.js';

const RELOADED = 'configuration reloaded';
const INVALID = 'invalid authorization configuration';

describe('--authorization-config', () => {
  let first: ReviewServer;
  let second: ReviewServer;
  let directory: string;
  let file: string;
  beforeAll(async () => ([first, second] = await Promise.all([ReviewServer.start(), ReviewServer.start()])));
  afterAll(() => Promise.all([first.close(), second.close()]));
  beforeEach(async () => {
    first.reset();
    second.reset();
    directory = await mkdtemp(join(tmpdir(), 'orch-authorization-'));
    file = join(directory, 'authorization.yaml');
    await writeFile(
      join(directory, 'tokens.csv'),
      'jane-token,jane,7,"dev,ops"\nn1-token,system:node:n1,8,"system:nodes"\n',
    );
  });
  afterEach(async () => {
    await TestServer.closeAll();
    await rm(directory, { recursive: true });
  });

  const asking = async (service: ReviewServer, name: string, changes: object = {}) => ({
    type: 'Webhook',
    name,
    webhook: {
      timeout: '10s',
      authorizedTTL: '0s',
      unauthorizedTTL: '0s',
      subjectAccessReviewVersion: 'v1',
      failurePolicy: 'NoOpinion',
      connectionInfo: { type: 'KubeConfigFile', kubeConfigFile: await service.configFile() },
      ...changes,
    },
  });
  const matching = (...expressions: string[]) => ({
    matchConditionSubjectAccessReviewVersion: 'v1',
    matchConditions: expressions.map((expression) => ({ expression })),
  });
  const rbac = { type: 'RBAC', name: 'rbac' };
  const text = (authorizers: readonly unknown[], group = 'apiserver.config.orch.io'): string =>
    JSON.stringify({ apiVersion: `${group}/v1beta1`, kind: 'AuthorizationConfiguration', authorizers });
  async function started(content: string, vocabulary: 'orch' | 'kubernetes' = 'orch') {
    await writeFile(file, content);
    const log = new RecordedLog();
    const options = { tokenAuthFile: join(directory, 'tokens.csv'), vocabulary };
    const authorization = { ...DEFAULT_AUTHORIZATION, modes: [], configFile: file };
    return { log, server: await TestServer.start({ ...options, authorization }, { log }) };
  }
  /** Replaces the file, like editors and mounted configuration do. */
  async function replace(content: string): Promise<void> {
    await writeFile(`${file}.new`, content);
    await rename(`${file}.new`, file);
  }
  const jane = { token: 'jane-token' };
  const CONFIG_MAP = '/api/v1/namespaces/default/configmaps/none';
  const users = ({ calls }: ReviewServer) => calls.map(({ body }) => body.spec['user']);
  const code = async (server: TestServer, path = CONFIG_MAP, as: object = jane) => (await server.call(path, as)).code;

  it('D-077 calls two webhooks of one file in order, then RBAC', async () => {
    const order: string[] = [];
    first.onCall = () => order.push('first');
    second.onCall = () => order.push('second');
    const { server } = await started(
      text([
        await asking(first, 'first'),
        await asking(second, 'second', { subjectAccessReviewVersion: 'v1beta1' }),
        rbac,
      ]),
    );
    expect(await code(server)).toBe(403); // no authorizer has an opinion
    expect(order.splice(0)).toEqual(['first', 'second']);
    expect(await code(server, '/version')).toBe(200); // by a role
    expect(order.splice(0)).toEqual(['first', 'second']);
    expect([first, second].map(({ calls }) => calls[0]!.body.apiVersion)).toEqual([
      'authorization.orch.io/v1',
      'authorization.orch.io/v1beta1',
    ]);
    first.status = () => ({ allowed: true });
    expect(await code(server)).toBe(404); // allowed: there is no such object
    expect(order.splice(0)).toEqual(['first']);
    first.status = () => ({ allowed: false, denied: true });
    expect(await code(server, '/version')).toBe(403);
    expect(order.splice(0)).toEqual(['first']);
    first.status = () => ({});
    second.status = () => ({ allowed: true });
    expect(await code(server)).toBe(404);
    expect(await code(server, CONFIG_MAP, { agent: await server.admin() })).toBe(404); // administrators: no webhook is called
    expect(order.splice(0)).toEqual(['first', 'second']);
  });

  it('D-077 accepts the API group of the other vocabulary', async () => {
    first.status = () => ({ allowed: true });
    const { server } = await started(text([await asking(first, 'first')], 'apiserver.config.k8s.io'), 'kubernetes');
    expect(await code(server)).toBe(404);
    expect(first.calls[0]!.body.apiVersion).toBe('authorization.k8s.io/v1');
  });

  const policies: [policy: string, code: number][] = [
    ['NoOpinion', 200],
    ['Deny', 403],
  ];
  for (const [failurePolicy, want] of policies) {
    it(`D-077 failurePolicy ${failurePolicy}: a service that fails leaves /version at ${want}`, async () => {
      const { server } = await started(text([await asking(first, 'first', { failurePolicy }), rbac]));
      first.instead.push(sendCode(403));
      expect(await code(server, '/version')).toBe(want);
      expect(await code(server, '/version')).toBe(200); // the webhook answers again
    });

    it(`D-077 failurePolicy ${failurePolicy}: one that takes longer than its timeout leaves it at ${want}`, async () => {
      const entry = await asking(first, 'first', { failurePolicy, timeout: '50ms' });
      const { server } = await started(text([entry, rbac]));
      first.instead.push(silence);
      expect(await code(server, '/version')).toBe(want);
    });

    it(`D-077 failurePolicy ${failurePolicy}: a condition that cannot be evaluated leaves it at ${want}`, async () => {
      const conditions = matching("request.resourceAttributes.verb == 'get'");
      const { server } = await started(text([await asking(first, 'first', { failurePolicy, ...conditions }), rbac]));
      expect(await code(server, '/version')).toBe(want); // no resource
      expect(first.calls).toEqual([]);
    });
  }

  it('D-077 calls a webhook only when all of its conditions are true', async () => {
    first.status = () => ({ allowed: true });
    const conditions = matching(
      'has(request.resourceAttributes)',
      "request.resourceAttributes.resource == 'configmaps' && request.resourceAttributes.subresource == ''",
      "!('blocked' in request.groups) && request.user.startsWith('ja')",
    );
    const { server } = await started(text([await asking(first, 'first', conditions), rbac]));
    expect(await code(server)).toBe(404);
    expect(users(first)).toEqual(['jane']);
    expect(await code(server, CONFIG_MAP.replace('configmaps', 'secrets'))).toBe(403);
    expect(await code(server, '/metrics')).toBe(403);
    expect(await code(server, '/version')).toBe(200);
    expect(await code(server, CONFIG_MAP, {})).toBe(403); // anonymous
    expect(first.calls).toHaveLength(1);
  });

  it('match conditions read the requirements of selectors, of requests that have some', async () => {
    first.status = () => ({ allowed: true });
    const condition =
      'request.?resourceAttributes.labelSelector.requirements.orValue([])' +
      ".exists(r, r.key == 'team' && r.operator == 'In' && r.values == ['a'] || r.key == 'free' && r.values == [])" +
      " || has(request.resourceAttributes) && request.resourceAttributes.?fieldSelector.requirements[?0].values[?0].orValue('') == 'one'";
    const { server } = await started(text([await asking(first, 'first', matching(condition)), rbac]));
    const list = (query: string) => code(server, `/api/v1/namespaces/default/configmaps${query}`);
    for (const selector of ['labelSelector=team%3Da', 'labelSelector=free', 'fieldSelector=metadata.name%3Done'])
      expect(await list(`?${selector}`)).toBe(200);
    expect(first.calls).toHaveLength(3);
    for (const query of ['', '?labelSelector=team%3Db', '?fieldSelector=metadata.name%3Dtwo'])
      expect(await list(query)).toBe(403);
    expect(await code(server, '/version')).toBe(200);
    expect(first.calls).toHaveLength(3);
  });

  it('counts evaluations, errors and exclusions of match conditions, and reloads of the file by status', async () => {
    const conditions = matching("request.resourceAttributes.resource != 'secrets'");
    const { server, log } = await started(text([await asking(first, 'first', conditions), rbac]));
    const admin = { agent: await server.admin() };
    await code(server); // met
    await code(server, CONFIG_MAP.replace('configmaps', 'secrets')); // excluded
    await code(server, '/version'); // no resource
    await replace('authorizers: [garbage');
    await log.until('invalid authorization configuration');
    await replace(text([rbac]));
    await log.until(RELOADED);
    const page = (await server.call('/metrics', admin)).text;
    const name = 'apiserver_authorization_match_condition';
    expect(page).toContain(`\n${name}_evaluation_seconds_count{type="Webhook",name="first"} 3\n`);
    expect(page).toContain(`\n${name}_exclusions_total{type="Webhook",name="first"} 1\n`);
    expect(page).toContain(`\n${name}_evaluation_errors_total{type="Webhook",name="first"} 1\n`);
    const bounds = [...page.matchAll(/^apiserver_authorization_match_condition_evaluation.*le="([^"]+)"/gm)];
    expect(bounds.map(([, bound]) => bound)).toEqual(['0.001', '0.005', '0.01', '0.025', '0.1', '0.2', '0.25', '+Inf']);
    const reload = 'apiserver_authorization_config_controller_automatic_reload';
    for (const status of ['success', 'failure']) {
      expect(page).toContain(`\n${reload}s_total{status="${status}"} 1\n`);
      expect(page).toMatch(new RegExp(`^${reload}_last_timestamp_seconds\\{status="${status}"\\} \\d{10}`, 'm'));
    }
  });

  it('D-077 a false condition takes precedence over one that cannot be evaluated', async () => {
    const conditions = matching("request.resourceAttributes.verb == 'get'", "request.user != 'jane'");
    const entry = await asking(first, 'first', { failurePolicy: 'Deny', ...conditions });
    const { server } = await started(text([entry, rbac]));
    expect(await code(server, '/version')).toBe(200);
  });

  it('D-077 caches decisions for the TTLs of their webhook', async () => {
    const { server } = await started(text([await asking(first, 'first', { authorizedTTL: '5m' })]));
    first.status = () => ({ allowed: true });
    for (const _ of [1, 2]) expect(await code(server)).toBe(404);
    expect(first.calls).toHaveLength(1);
  });

  it('D-077 reloads the file, and keeps the last valid configuration while the file is invalid', async () => {
    const only = (user: string) => (call: ReviewCall) => ({ allowed: call.body.spec['user'] === user });
    first.status = only('jane');
    second.status = only('other');
    const { server, log } = await started(text([await asking(first, 'first')]));
    expect(await code(server)).toBe(404);
    await replace(text([await asking(second, 'second')]));
    await log.until(RELOADED);
    expect(await code(server)).toBe(403);
    expect([users(first), users(second)]).toEqual([['jane'], ['jane']]);

    await replace('authorizers: [garbage');
    expect((await log.until(INVALID)).level).toBe('error');
    expect(await code(server)).toBe(403);
    expect(second.calls).toHaveLength(2);

    const seen = log.lines.length;
    await replace(text([{ type: 'AlwaysAllow', name: 'all' }])); // anonymous requests were taken since the start
    expect(await log.until(INVALID, seen)).toMatchObject({
      fields: expect.objectContaining({ problem: 'AlwaysAllow can be added or removed only with a restart' }),
    });
    expect(await code(server)).toBe(403);
  });

  it('mode Node of a changed file comes with NodeRestriction', async () => {
    const { server, log } = await started(text([rbac]));
    const agent = await server.admin();
    const post = (path: string, body: object, as: object) => {
      const headers = { 'content-type': 'application/json' };
      return server.call(`/api/v1/${path}`, { method: 'POST', body, headers, ...as });
    };
    await post('namespaces/default/serviceaccounts', { metadata: { name: 'robot' } }, { agent });
    const spec = { nodeName: 'n1', serviceAccountName: 'robot', containers: [{ name: 'c', image: 'i' }] };
    await post('namespaces/default/pods', { metadata: { name: 'p' }, spec }, { agent });
    const asNode = async (path: string, body: object) => {
      const answer = await post(path, body, { token: 'n1-token' });
      return [answer.code, answer.json.message];
    };
    await replace(text([{ type: 'Node', name: 'nodes' }, rbac]));
    await log.until(RELOADED);
    expect(await asNode('namespaces/default/pods', { metadata: { name: 'own' }, spec })).toEqual([
      403,
      expect.stringContaining('can only create mirror pods'),
    ]);
    expect(await asNode('namespaces/default/serviceaccounts/robot/token', {})).toEqual([
      403,
      expect.stringContaining('node requested token not bound to a pod'),
    ]);
    expect((await asNode('nodes', { metadata: { name: 'n9' } }))[0]).toBe(403);
    expect((await asNode('nodes', { metadata: { name: 'n1' } }))[0]).toBe(201);
  });

  it('D-077 AlwaysAllow in the file disables anonymous requests', async () => {
    const { server } = await started(text([{ type: 'AlwaysAllow', name: 'all' }]));
    expect([await code(server), await code(server, '/version', {})]).toEqual([404, 401]);
  });

  it('D-077 the start fails on an invalid file', async () => {
    await expect(started('kind: Other')).rejects.toMatchObject({
      name: 'UsageError',
      message: expect.stringContaining(`--authorization-config=${file}: `),
    });
    const entry = await asking(first, 'first', {
      connectionInfo: { type: 'KubeConfigFile', kubeConfigFile: join(directory, 'missing') },
    });
    await expect(started(text([entry]))).rejects.toThrow('--authorization-config: ');
    await rm(file);
    const authorization = { ...DEFAULT_AUTHORIZATION, configFile: file };
    await expect(TestServer.start({ authorization })).rejects.toThrow('ENOENT');
  });
});
