import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { FakeClock } from '@orch/apimachinery';
import { type Answer, TestServer } from '@orch/server-testing';
import type { ApiServerOptions } from '@orch/server';
import { type Answering, ReviewServer, sendCode, sendJson, silence } from '@orch/testing';
import { CALL_LIMITS } from '@orch/webhook';
import type { AuthorizationMode, AuthorizationWebhookOptions } from '../authorization-options.js';

const ALLOWED_MS = 300_000;
const REFUSED_MS = 30_000;
const REVIEWS = '/apis/authorization.orch.io/v1';

describe('authorization webhook', () => {
  let webhook: ReviewServer;
  let tokenAuthFile: string;
  /** An hour behind, so that certificates generated later are already valid. */
  const clock = new FakeClock(Date.now() - 3_600_000);
  beforeAll(async () => {
    webhook = await ReviewServer.start();
    tokenAuthFile = join(webhook.directory, 'tokens.csv');
    await writeFile(tokenAuthFile, 'jane-token,jane,7,"dev,ops"\n');
  });
  afterAll(() => webhook.close());
  afterAll(() => TestServer.closeAll());
  beforeEach(() => {
    webhook.reset();
    webhook.status = () => ({ allowed: true });
  });

  const start = async (
    modes: readonly AuthorizationMode[],
    changes: Partial<AuthorizationWebhookOptions> = {},
    options: Partial<ApiServerOptions> = {},
  ): Promise<TestServer> => {
    const configFile = await webhook.configFile();
    const times = { authorizedTtlMs: ALLOWED_MS, unauthorizedTtlMs: REFUSED_MS };
    const asked: AuthorizationWebhookOptions = { configFile, version: 'v1beta1', ...times, ...changes };
    const authorization = { modes, policyFile: undefined, webhook: asked };
    return TestServer.start({ tokenAuthFile, authorization, ...options }, { clock });
  };
  const specs = () => webhook.calls.map(({ body }) => body.spec);
  const subject = { user: 'jane', uid: '7', group: ['dev', 'ops', 'system:authenticated'] };
  const as = { token: 'jane-token' };
  /** A new path, so that no decision is cached. */
  let names = 0;
  const freshPath = () => `/api/v1/namespaces/default/configmaps/c${++names}`;

  describe('before RBAC', () => {
    let server: TestServer;
    beforeAll(async () => (server = await start(['Webhook', 'RBAC'])));

    const requests: [title: string, method: string, path: string, attributes: object][] = [
      ['an object', 'GET', '/api/v1/namespaces/a/pods/x', { resourceAttributes: { verb: 'get', version: 'v1', resource: 'pods', namespace: 'a', name: 'x' } }],
      ['a list', 'GET', '/apis/apps/v1/deployments', { resourceAttributes: { verb: 'list', group: 'apps', version: 'v1', resource: 'deployments' } }],
      ['a sub-resource', 'PUT', '/api/v1/namespaces/a/pods/x/status', { resourceAttributes: { verb: 'update', version: 'v1', resource: 'pods', subresource: 'status', namespace: 'a', name: 'x' } }],
      ['a delete of all', 'DELETE', '/api/v1/namespaces/a/secrets', { resourceAttributes: { verb: 'deletecollection', version: 'v1', resource: 'secrets', namespace: 'a' } }],
      ['a path', 'GET', '/metrics', { nonResourceAttributes: { verb: 'get', path: '/metrics' } }],
      ['a path, posted to', 'POST', '/nowhere', { nonResourceAttributes: { verb: 'post', path: '/nowhere' } }],
    ]; // prettier-ignore
    for (const [title, method, path, attributes] of requests) {
      it(`D-072 D-075 sends the attributes of ${title}`, async () => {
        await server.call(path, { method, ...as });
        expect(webhook.calls.map(({ body: { apiVersion, kind } }) => [apiVersion, kind])).toEqual([
          ['authorization.orch.io/v1beta1', 'SubjectAccessReview'],
        ]);
        expect(specs()).toEqual([{ ...attributes, ...subject }]);
      });
    }

    it('D-073 sends the name of a list that selects one name', async () => {
      expect((await server.call('/api/v1/secrets?fieldSelector=metadata.name%3Dx', as)).code).toBe(200);
      expect(specs()).toMatchObject([{ resourceAttributes: { verb: 'list', resource: 'secrets', name: 'x' } }]);
    });

    it('D-075 allowed', async () => expect((await server.call(freshPath(), as)).code).toBe(404)); // no such object

    it('D-075 no opinion leaves it to the next mode', async () => {
      webhook.status = () => ({ allowed: false, reason: 'not mine' });
      expect((await server.call('/apis', as)).code).toBe(200); // RBAC
      const refused = await server.call(freshPath(), as);
      expect([refused.code, refused.json.message]).toEqual([
        403,
        expect.stringMatching(/namespace "default": not mine/),
      ]);
    });

    it('D-075 denied is final, whatever the next mode decides', async () => {
      webhook.status = () => ({ allowed: false, denied: true, reason: 'closed today' });
      const refused = await server.call('/openapi/v2', as);
      expect([refused.code, refused.json.message]).toEqual([
        403,
        'forbidden: User "jane" cannot get path "/openapi/v2": closed today',
      ]);
    });

    it('treats both allowed and denied as denied', async () => {
      webhook.status = () => ({ allowed: true, denied: true });
      expect((await server.call('/livez', as)).code).toBe(403);
    });

    it('D-071 is not called for administrators', async () => {
      webhook.status = () => ({ denied: true });
      expect((await server.call('/api/v1/nodes', { agent: await server.admin() })).code).toBe(200);
      expect(webhook.calls).toEqual([]);
    });

    it('D-076 caches an allowed request for five minutes', async () => {
      const path = freshPath();
      for (const _ of [1, 2]) expect((await server.call(path, as)).code).toBe(404);
      clock.advance(ALLOWED_MS - 1);
      webhook.status = () => ({ allowed: false });
      expect((await server.call(path, as)).code).toBe(404);
      expect(webhook.calls).toHaveLength(1);
      clock.advance(1);
      expect((await server.call(path, as)).code).toBe(403);
      expect(webhook.calls).toHaveLength(2);
    });

    for (const status of [{ allowed: false }, { allowed: false, denied: true }]) {
      it(`D-076 caches a request that is not allowed for 30 seconds: ${JSON.stringify(status)}`, async () => {
        webhook.status = () => status;
        const path = freshPath();
        for (const _ of [1, 2]) expect((await server.call(path, as)).code).toBe(403);
        clock.advance(REFUSED_MS - 1);
        webhook.status = () => ({ allowed: true });
        expect((await server.call(path, as)).code).toBe(403);
        expect(webhook.calls).toHaveLength(1);
        clock.advance(1);
        expect((await server.call(path, as)).code).toBe(404);
      });
    }

    it('D-076 caches decisions by request attributes', async () => {
      const path = freshPath();
      await server.call(path, as);
      await server.call(path, { ...as, method: 'DELETE' });
      await server.call(path);
      await server.call(path.replace('default', 'other'), as);
      expect(webhook.calls).toHaveLength(4);
      expect(specs()[2]).toMatchObject({ user: 'system:anonymous', group: ['system:unauthenticated'] });
    });

    const inEnvelope =
      (envelope: object): Answering =>
      (response, call) =>
        sendJson({ ...call.body, status: { allowed: true }, ...envelope })(response, call);
    const failing: [what: string, answer: Answering][] = [
      ['a code of failure', sendCode(403)],
      ['another version', inEnvelope({ apiVersion: 'authorization.orch.io/v1' })],
      ['another kind', inEnvelope({ kind: 'TokenReview' })],
      ['no status', inEnvelope({ status: undefined })],
      ['a status that says yes in words', inEnvelope({ status: { allowed: 'yes' } })],
      ['denied in words', inEnvelope({ status: { allowed: true, denied: 'no' } })],
      ['a gigantic answer', inEnvelope({ status: { allowed: true, reason: 'x'.repeat(1_100_000) } })],
    ];
    for (const [what, answer] of failing) {
      it(`D-075 ${what} gives no opinion and is not cached`, async () => {
        const path = freshPath();
        webhook.instead.push(answer, answer);
        for (const _ of [1, 2]) expect((await server.call(path, as)).code).toBe(403);
        expect((await server.call(path, as)).code).toBe(404);
        expect(webhook.calls).toHaveLength(3);
      });
    }

    it('D-075 while it is unavailable, the next mode decides', async () => {
      await webhook.stopListening();
      try {
        expect((await server.call('/version/', as)).code).toBe(200);
        expect((await server.call(freshPath(), as)).code).toBe(403);
      } finally {
        await webhook.listen();
      }
    });

    it('access reviews show the reason and the error', async () => {
      const ask = async (name: string): Promise<unknown> => {
        const spec = { user: 'u', resourceAttributes: { verb: 'get', resource: 'secrets', name } };
        const answer = await post(`${REVIEWS}/subjectaccessreviews`, { spec });
        return answer.json['status'];
      };
      const post = async (path: string, body: object): Promise<Answer> => {
        const agent = await server.admin();
        return server.call(path, { method: 'POST', agent, headers: { 'content-type': 'application/json' }, body });
      };
      webhook.status = () => ({ allowed: false, denied: true, reason: 'no', evaluationError: 'half of it' });
      expect(await ask('a')).toEqual({ allowed: false, denied: true, reason: 'no', evaluationError: 'half of it' });
      webhook.instead.push(sendCode(403));
      expect(await ask('b')).toMatchObject({
        allowed: false,
        evaluationError: 'the authorization webhook gives no valid answer',
      });
    });

    it('counts calls by result, and those that left the decision to the next mode', async () => {
      const metric = (name: string) => `apiserver_authorization_webhook_${name}{name="default",`;
      const valueIn = (text: string, series: string) =>
        Number(text.split('\n').find((line) => line.startsWith(series))?.split(' ').at(-1) ?? 0); // prettier-ignore
      const page = async () => (await server.call('/metrics', { agent: await server.admin() })).text;
      const before = await page();
      webhook.instead.push(sendCode(403));
      const path = freshPath();
      for (const _ of [1, 2, 3]) await server.call(path, as);
      const after = await page();
      const gained = (series: string) => valueIn(after, series) - valueIn(before, series);
      expect(gained(metric('evaluations_total') + 'result="success"}')).toBe(1);
      expect(gained(metric('evaluations_total') + 'result="error"}')).toBe(1);
      expect(gained(metric('duration_seconds_count') + 'result="success"}')).toBe(1);
      expect(gained(metric('evaluations_fail_open_total') + 'result="error"}')).toBe(1);
      const decided = 'apiserver_authorization_decisions_total{type="Webhook",name="default",decision="allowed"}';
      // The third is answered from the cache.
      expect(gained(decided)).toBe(2);
    });

    it('the selectors of a collection are sent, of other requests not', async () => {
      webhook.status = () => ({ allowed: false });
      const sent = async (method: string, query: string, path = '') => {
        webhook.calls.length = 0;
        await server.call(`/api/v1/namespaces/sel${++names}/pods${path}${query}`, { method, ...as });
        const { fieldSelector, labelSelector } = specs()[0]!['resourceAttributes'] as Record<string, unknown>;
        return [fieldSelector, labelSelector];
      };
      const fields = { requirements: [{ key: 'spec.nodeName', operator: 'In', values: ['n'] }] };
      const labels = { requirements: [{ key: 'a', operator: 'Exists' }] };
      const both = '?fieldSelector=spec.nodeName%3Dn&labelSelector=a';
      expect(await sent('GET', both)).toEqual([fields, labels]);
      expect(await sent('GET', `${both}&watch=true&timeoutSeconds=1`)).toEqual([fields, labels]);
      expect(await sent('DELETE', both)).toEqual([fields, labels]);
      expect(await sent('GET', both, '/x')).toEqual([undefined, undefined]);
      expect(await sent('POST', both)).toEqual([undefined, undefined]);
      expect(await sent('GET', '?labelSelector=a%20in')).toEqual([undefined, undefined]);
      const older = await start(['Webhook'], {}, { emulatedMinor: 31 });
      webhook.calls.length = 0;
      await older.call(`/api/v1/pods${both}`, as);
      expect(specs()[0]!['resourceAttributes']).toEqual({ verb: 'list', version: 'v1', resource: 'pods' });
    });

    it('the selectors of a review are sent, as far as they are understood', async () => {
      const review = async (selectors: object) => {
        webhook.calls.length = 0;
        const attributes = { namespace: 'a', verb: 'list', resource: 'pods' };
        const { code } = await server.call(`${REVIEWS}/subjectaccessreviews`, {
          method: 'POST',
          agent: await server.admin(),
          headers: { 'content-type': 'application/json' },
          body: { spec: { user: 'eve', resourceAttributes: { ...attributes, ...selectors } } },
        });
        expect(code).toBe(201);
        const { namespace: _n, verb: _v, resource: _r, ...sent } = specs()[0]!['resourceAttributes'] as Record<string, unknown>;
        return sent;
      };
      const raw = { fieldSelector: { rawSelector: 'spec.nodeName=n' }, labelSelector: { rawSelector: 'a!=b' } };
      expect(await review(raw)).toEqual({
        fieldSelector: { requirements: [{ key: 'spec.nodeName', operator: 'In', values: ['n'] }] },
        labelSelector: { requirements: [{ key: 'a', operator: 'NotIn', values: ['b'] }] },
      });
      const known = { key: 'a', operator: 'Exists' };
      expect(await review({ labelSelector: { requirements: [known, { key: 'b', operator: 'Odd' }] } })).toEqual({
        labelSelector: { requirements: [known] },
      });
      expect(await review({ fieldSelector: { rawSelector: '===' } })).toEqual({});
    }); // prettier-ignore

    it('D-107 rules are incomplete', async () => {
      const answer = await server.call(`${REVIEWS}/selfsubjectrulesreviews`, {
        method: 'POST',
        ...as,
        headers: { 'content-type': 'application/json' },
        body: { spec: { namespace: 'default' } },
      });
      expect(answer.json['status']).toMatchObject({
        incomplete: true,
        evaluationError: 'webhook authorizer does not support user rule resolution',
      });
    });
  });

  describe('alone, in v1', () => {
    let server: TestServer;
    beforeAll(async () => {
      server = await start(['Webhook'], { version: 'v1', authorizedTtlMs: 0 }, { vocabulary: 'kubernetes' });
    });

    it('D-076 uses the version of the flag, and its field name for groups', async () => {
      expect((await server.call('/version', as)).code).toBe(200);
      const { group: groups, ...rest } = subject;
      expect(webhook.calls[0]!.body).toEqual({
        apiVersion: 'authorization.k8s.io/v1',
        kind: 'SubjectAccessReview',
        spec: { nonResourceAttributes: { verb: 'get', path: '/version' }, ...rest, groups },
      });
    });

    it('D-076 does not cache with a TTL of zero', async () => {
      for (const _ of [1, 2]) await server.call('/version', as);
      expect(webhook.calls).toHaveLength(2);
    });

    it('no other mode allows anything', async () => {
      webhook.status = () => ({});
      expect((await server.call('/healthz')).code).toBe(403);
    });
  });

  it('reserves webhook connections for authenticated users', async () => {
    const server = await start(['Webhook']);
    const share = CALL_LIMITS.atOnce / 2;
    webhook.instead.push(...Array<Answering>(share).fill(silence));
    const busy = new Promise<void>((resolve) => {
      webhook.onCall = () => webhook.calls.length === share && resolve();
    });
    const flood = Array.from({ length: 2 * CALL_LIMITS.atOnce }, async () =>
      server.call(`${freshPath().replace('configmaps', 'pods')}/log`).catch(() => undefined),
    );
    await busy;
    expect((await server.call(freshPath(), as)).code).toBe(404); // allowed: no such object
    expect(webhook.calls).toHaveLength(share + 1);
    await server.close();
    await Promise.all(flood);
  });

  it('B-006 B-007 sends extra of the user unchanged', async () => {
    const tokens = { configFile: await webhook.configFile(), version: 'v1' as const, cacheTtlMs: 0 };
    const extra = { 'acme.com/Team': ['a', 'b'] };
    webhook.status = ({ body }) =>
      body.kind === 'TokenReview'
        ? { authenticated: true, user: { username: 'u', uid: '1', groups: ['g'], extra } }
        : { allowed: true };
    const server = await start(['Webhook'], { version: 'v1' }, { webhookTokens: tokens });
    expect((await server.call('/version', { token: 'x' })).code).toBe(200);
    expect(specs()[1]).toMatchObject({ user: 'u', uid: '1', groups: ['g', 'system:authenticated'], extra });
    await server.close();
  });
});
