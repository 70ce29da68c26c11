import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { FakeClock } from '@orch/apimachinery';
import { createPrivateKeyAndRequest } from '@orch/pki';
import { type Answer, TestServer, sendRaw } from '@orch/server-testing';
import { type ApiServerOptions, DEFAULT_API_SERVER_OPTIONS } from '@orch/server';
import { type Answering, abortResponse, ReviewServer, sendCode, sendJson, silence } from '@orch/testing';
import { DEFAULT_AUTHORIZATION } from '@orch/authorization';
import { CALL_LIMITS } from '@orch/webhook';
import type { WebhookTokenOptions } from './webhook-token-options.js';

const GROUP = '/apis/authentication.orch.io/v1';
const TTL_MS = 120_000;
const jane = { username: 'jane', uid: '7', groups: ['dev', 'ops'], extra: { 'acme.com/Team': ['a', 'b'] } };

describe('token webhook', () => {
  let webhook: ReviewServer;
  let tokenAuthFile: string;
  /** An hour behind, so that certificates created later are valid. */
  const clock = new FakeClock(Date.now() - 3_600_000);
  beforeAll(async () => {
    webhook = await ReviewServer.start();
    tokenAuthFile = join(webhook.directory, 'tokens.csv');
    await writeFile(tokenAuthFile, 'static-token,static,1\n');
  });
  afterAll(() => webhook.close());
  afterAll(() => TestServer.closeAll());
  beforeEach(() => {
    webhook.reset();
    webhook.status = () => ({ authenticated: true, user: jane });
  });

  const start = async (
    tokens: Partial<WebhookTokenOptions> = {},
    options: Partial<ApiServerOptions> = {},
  ): Promise<TestServer> =>
    TestServer.start(
      {
        tokenAuthFile,
        authorization: { ...DEFAULT_AUTHORIZATION, modes: ['AlwaysAllow'] },
        webhookTokens: { configFile: await webhook.configFile(), version: 'v1beta1', cacheTtlMs: TTL_MS, ...tokens },
        ...options,
      },
      { clock },
    );
  /** Cached decisions of earlier tests do not matter: no token is used twice. */
  let tokens = 0;
  const freshToken = () => `token-${++tokens}`;
  const whoAmI = (server: TestServer, token = freshToken(), agent?: ReturnType<TestServer['agent']>): Promise<Answer> =>
    server.call(`${GROUP}/selfsubjectreviews`, {
      method: 'POST',
      token,
      ...(agent && { agent }),
      headers: { 'content-type': 'application/json' },
      body: {},
    });
  /** The series of the token cache with their values, without buckets and times. */
  const cacheSeries = async (server: TestServer): Promise<Record<string, number>> => {
    const { text } = await server.call('/metrics', { token: 'static-token' });
    const lines = text.split('\n').filter((line) => /^authentication_token_cache_(?!.*(bucket|sum))/.test(line));
    return Object.fromEntries(
      lines.map((line) => [line.slice('authentication_token_cache_'.length, line.lastIndexOf(' ')), Number(line.split(' ').at(-1))]),
    );
  }; // prettier-ignore
  it('does not get a session token, which may be valid at another server', async () => {
    const server = await start();
    const session = `session.${'A'.repeat(43)}`;
    expect((await whoAmI(server, session)).code).toBe(401);
    const review = { spec: { token: session } };
    const { json } = await server.call(`${GROUP}/tokenreviews`, {
      method: 'POST',
      token: 'static-token',
      body: review,
    });
    expect(json['status']).toMatchObject({ error: 'invalid bearer token' });
    expect(webhook.calls).toEqual([]);
    for (const token of [freshToken(), `session.${freshToken()}`]) expect((await whoAmI(server, token)).code).toBe(201);
  });

  it('counts cached tokens, calls under way, requests that wait for the call of another, and outcomes', async () => {
    const server = await start();
    const [token, refused] = [freshToken(), freshToken()];
    let release = (): void => undefined;
    const held = new Promise<void>((resolve) => (release = resolve));
    const called = new Promise<void>((resolve) => (webhook.onCall = resolve));
    webhook.hold = () => held;
    const first = whoAmI(server, token);
    await called;
    const second = whoAmI(server, token);
    while ((await cacheSeries(server))['active_fetch_count{status="blocked"}'] !== 1); // until the second waits
    expect(await cacheSeries(server)).toMatchObject({ 'active_fetch_count{status="in_flight"}': 1 });
    release();
    expect((await Promise.all([first, second])).map(({ code }) => code)).toEqual([201, 201]);
    expect((await whoAmI(server, token)).code).toBe(201);
    webhook.instead.push(sendCode(400));
    expect((await whoAmI(server, refused)).code).toBe(401);
    expect(await cacheSeries(server)).toEqual({
      'request_total{status="hit"}': 1,
      'request_total{status="miss"}': 3,
      'request_duration_seconds_count{status="hit"}': 1,
      'request_duration_seconds_count{status="miss"}': 3,
      'fetch_total{status="ok"}': 1,
      'fetch_total{status="error"}': 1,
      'active_fetch_count{status="in_flight"}': 0,
      'active_fetch_count{status="blocked"}': 0,
    });
  });
  const userOf = ({ json }: Answer) => (json['status'] as { userInfo: unknown } | undefined)?.userInfo;
  const review = async (server: TestServer, spec: object) => {
    const answer = await server.call(`${GROUP}/tokenreviews`, {
      method: 'POST',
      agent: await server.admin(),
      headers: { 'content-type': 'application/json' },
      body: { spec },
    });
    expect(answer.code).toBe(201);
    return answer.json['status'];
  };

  describe('with the flags of its configuration file only', () => {
    let server: TestServer;
    beforeAll(async () => (server = await start()));

    it('B-081 B-083 B-084 B-080 sends a TokenReview of v1beta1, with the unchanged token', async () => {
      const token = 'a.B~c+d/e==|%20"\\\\{x}';
      expect((await whoAmI(server, token)).code).toBe(201);
      const [{ method, headers, body, path }] = webhook.calls as [(typeof webhook.calls)[0]];
      expect([method, path, headers['content-type']]).toEqual(['POST', '/judge', 'application/json']);
      expect(body).toEqual({
        apiVersion: 'authentication.orch.io/v1beta1',
        kind: 'TokenReview',
        spec: { token },
      });
    });

    it('B-084 a token with non-ASCII characters arrives unchanged', async () => {
      const bytes = Buffer.from('tökén-✓').toString('latin1');
      const answer = await sendRaw(server, `POST ${GROUP}/selfsubjectreviews`, [`Authorization: Bearer ${bytes}`], {
        body: '{}',
      });
      expect(answer.code).toBe(201);
      expect(webhook.calls[0]!.body.spec).toEqual({ token: 'tökén-✓' });
    });

    it('B-006 B-089 B-090 B-091 B-092 B-093 the user is that of the webhook', async () => {
      const answer = await whoAmI(server);
      expect(userOf(answer)).toEqual({ ...jane, groups: ['dev', 'ops', 'system:authenticated'] });
    });

    it('B-091 B-092 B-093 a name is sufficient', async () => {
      webhook.status = () => ({ authenticated: true, user: { username: 'joe' } });
      expect(userOf(await whoAmI(server))).toEqual({ username: 'joe', groups: ['system:authenticated'] });
    });

    it('B-006 keys of extra are unchanged', async () => {
      const extra = JSON.parse('{"__proto__":["x"],"UPPER/case":[""],"empty":[]}') as object;
      webhook.status = () => ({ authenticated: true, user: { username: 'joe', extra } });
      const answer = await whoAmI(server);
      expect(answer.text).toContain('"extra":{"UPPER/case":[""],"__proto__":["x"],"empty":[]}');
    });

    it('extra is stored in the objects that the user requests', async () => {
      const { requestPem } = await createPrivateKeyAndRequest({ commonName: 'jane' });
      const answer = await server.call('/apis/certificates.orch.io/v1/certificatesigningrequests', {
        method: 'POST',
        token: freshToken(),
        headers: { 'content-type': 'application/json' },
        body: {
          metadata: { name: 'of-jane' },
          spec: {
            request: Buffer.from(requestPem).toString('base64'),
            signerName: 'orch.io/orch-apiserver-client',
            usages: ['client auth'],
          },
        },
      });
      expect(answer.code).toBe(201);
      expect(answer.json['spec']).toMatchObject({ username: 'jane', uid: '7', extra: jane.extra });
    });

    it('B-078 B-342 D-060 a decision is cached for its time, and no longer', async () => {
      const token = freshToken();
      for (const _ of [1, 2]) expect((await whoAmI(server, token)).code).toBe(201);
      clock.advance(TTL_MS - 1);
      await whoAmI(server, token);
      expect(webhook.calls).toHaveLength(1);
      clock.advance(1);
      webhook.status = () => ({ authenticated: false });
      expect((await whoAmI(server, token)).code).toBe(401);
      expect(webhook.calls).toHaveLength(2);
    });

    it('D-060 a negative decision is cached as long', async () => {
      webhook.status = () => ({ authenticated: false });
      const token = freshToken();
      for (const _ of [1, 2]) expect((await whoAmI(server, token)).code).toBe(401);
      expect(webhook.calls).toHaveLength(1);
      clock.advance(TTL_MS);
      webhook.status = () => ({ authenticated: true, user: jane });
      expect((await whoAmI(server, token)).code).toBe(201);
    });

    it('D-060 a failed call is repeated', async () => {
      const token = freshToken();
      webhook.instead.push(sendCode(403), sendCode(403));
      for (const _ of [1, 2]) expect((await whoAmI(server, token)).code).toBe(401);
      expect(webhook.calls).toHaveLength(2);
      expect((await whoAmI(server, token)).code).toBe(201);
    });

    it('concurrent requests with one token share one call', async () => {
      const token = freshToken();
      const answers = await Promise.all([1, 2, 3, 4].map(() => whoAmI(server, token)));
      expect(answers.map(({ code }) => code)).toEqual([201, 201, 201, 201]);
      expect(webhook.calls).toHaveLength(1);
    });

    const status = (more: object): object => ({ authenticated: true, user: jane, ...more });
    const inEnvelope =
      (envelope: object, more: object = {}): Answering =>
      (response, call) =>
        sendJson({ ...call.body, status: status(more), ...envelope })(response, call);
    const good: [title: string, answer: Answering][] = [
      ['B-088 the spec of the answer does not count', inEnvelope({ spec: { token: 'another' } })],
      ['B-088 an answer without spec will do', inEnvelope({ spec: undefined })],
      ['B-096 an answer without audiences is for this server', inEnvelope({})],
      ['B-099 an error in addition to a positive decision is ignored', inEnvelope({}, { error: 'broken' })],
      [
        'a success with another code will do',
        (response, call) => {
          response.statusCode = 201;
          inEnvelope({})(response, call);
        },
      ],
    ];
    for (const [title, answer] of good) {
      it(`${title}: 201`, async () => {
        webhook.instead.push(answer);
        expect(userOf(await whoAmI(server))).toMatchObject({ username: 'jane' });
      });
    }

    const bad: [title: string, answer: Answering][] = [
      ['B-082 the other version', inEnvelope({ apiVersion: 'authentication.orch.io/v1' })],
      ['B-082 another group', inEnvelope({ apiVersion: 'authentication.k8s.io/v1beta1' })],
      ['B-082 another kind', inEnvelope({ kind: 'SubjectAccessReview' })],
      ['B-082 no kind', inEnvelope({ kind: undefined })],
      ['B-087 audiences of others', inEnvelope({}, { audiences: ['x'] })],
      ['B-090 a user without name', inEnvelope({}, { user: { uid: '7' } })],
      ['B-090 a user with an empty name', inEnvelope({}, { user: { username: '' } })],
      ['B-090 no user', inEnvelope({}, { user: undefined })],
      ['B-090 a name that is a list', inEnvelope({}, { user: { username: ['root'] } })],
      ['groups that are a text', inEnvelope({}, { user: { username: 'u', groups: 'system:masters' } })],
      ['groups that are numbers', inEnvelope({}, { user: { username: 'u', groups: [1] } })],
      ['extra that is not a list', inEnvelope({}, { user: { username: 'u', extra: { a: 'b' } } })],
      ['a uid that is a number', inEnvelope({}, { user: { username: 'u', uid: 7 } })],
      ['B-097 no', inEnvelope({}, { authenticated: false })],
      ['B-097 nothing said', inEnvelope({}, { authenticated: undefined })],
      ['yes as a text', inEnvelope({}, { authenticated: 'true' })],
      ['audiences that are a text', inEnvelope({}, { audiences: 'x' })],
      ['a gigantic answer', inEnvelope({}, { error: 'x'.repeat(1_100_000) })],
    ];
    for (const [title, answer] of bad) {
      it(`${title}: 401`, async () => {
        webhook.instead.push(answer);
        const { code, json } = await whoAmI(server);
        expect([code, json.message, json.reason]).toEqual([401, 'Unauthorized', 'Unauthorized']);
      });
    }

    it('B-100 B-308 a negative decision gives Unauthorized, with or without a reason of the webhook', async () => {
      for (const error of [undefined, 'the token is revoked']) {
        webhook.status = () => ({ authenticated: false, error });
        expect((await whoAmI(server)).json.message).toBe('Unauthorized');
      }
    });

    it('B-098 a TokenReview shows the reason', async () => {
      webhook.status = () => ({ authenticated: false, error: 'the token is revoked' });
      expect(await review(server, { token: freshToken() })).toEqual({
        authenticated: false,
        user: {},
        error: 'the token is revoked',
      });
      webhook.status = () => ({ authenticated: false });
      expect(await review(server, { token: freshToken() })).toEqual({
        authenticated: false,
        user: {},
        error: 'invalid bearer token',
      });
    });

    it('B-086 a review without audiences is sent without, and the token is valid for this server', async () => {
      const token = freshToken();
      expect(await review(server, { token })).toMatchObject({ authenticated: true, user: { username: 'jane' } });
      expect(webhook.calls.map(({ body }) => body.spec)).toEqual([{ token }]);
    });

    it('B-085 B-095 a review with audiences is sent with them, and returns those of the token', async () => {
      webhook.status = () => ({ authenticated: true, user: jane, audiences: ['c', 'a', 'x'] });
      const token = freshToken();
      const audiences = ['a', 'b', 'c'];
      expect(await review(server, { token, audiences })).toMatchObject({ authenticated: true, audiences: ['a', 'c'] });
      expect(webhook.calls.map(({ body }) => body.spec)).toEqual([{ token, audiences }]);
    });

    it('B-096 without audiences in the answer the token is invalid for other audiences', async () => {
      expect(await review(server, { token: freshToken(), audiences: ['a'] })).toMatchObject({
        authenticated: false,
      });
      const audiences = ['a', 'https://orch.default.svc.cluster.local'];
      expect(await review(server, { token: freshToken(), audiences })).toMatchObject({
        authenticated: true,
        audiences: ['https://orch.default.svc.cluster.local'],
      });
    });

    it('D-003 the webhook is not called for tokens known to other methods', async () => {
      expect(userOf(await whoAmI(server, 'static-token'))).toMatchObject({ username: 'static' });
      expect((await server.call('/version')).code).toBe(401);
      expect(webhook.calls).toEqual([]);
    });

    it('D-063 tokens of other methods are valid while the webhook is down, its own are not', async () => {
      await webhook.stopListening();
      try {
        expect((await whoAmI(server, 'static-token')).code).toBe(201);
        expect((await whoAmI(server)).code).toBe(401);
      } finally {
        await webhook.listen();
      }
      expect((await whoAmI(server)).code).toBe(201);
    });
  });

  describe('with audiences, and v1', () => {
    let server: TestServer;
    beforeAll(async () => {
      const serviceAccount = { ...DEFAULT_API_SERVER_OPTIONS.serviceAccount, apiAudiences: ['a', 'b'] };
      server = await start({ version: 'v1', cacheTtlMs: 0 }, { serviceAccount });
    });

    it('B-079 B-083 the version is that of the flag', async () => {
      expect((await whoAmI(server)).code).toBe(201);
      expect(webhook.calls[0]!.body).toMatchObject({ apiVersion: 'authentication.orch.io/v1', kind: 'TokenReview' });
      webhook.instead.push(sendJson({ apiVersion: 'authentication.orch.io/v1beta1', kind: 'TokenReview', status: { authenticated: true, user: jane } })); // prettier-ignore
      expect((await whoAmI(server)).code).toBe(401);
    });

    it('B-085 sends the audiences of the server', async () => {
      await whoAmI(server);
      expect(webhook.calls[0]!.body.spec['audiences']).toEqual(['a', 'b']);
    });

    const answers: [title: string, audiences: readonly string[], code: number][] = [
      ['B-095 one of them', ['b'], 201],
      ['B-095 all of them', ['b', 'a'], 201],
      ['B-096 none named', [], 201],
      ['B-087 one of them among others', ['x', 'a'], 201],
      ['B-087 others', ['x'], 401],
      ['B-087 in other case', ['A'], 401],
    ];
    for (const [title, audiences, code] of answers) {
      it(`${title}: ${code}`, async () => {
        webhook.status = () => ({ authenticated: true, user: jane, audiences });
        expect((await whoAmI(server)).code).toBe(code);
      });
    }

    it('B-078 without a cache each request calls the webhook', async () => {
      const token = freshToken();
      for (const _ of [1, 2]) await whoAmI(server, token);
      expect(webhook.calls).toHaveLength(2);
    });
  });

  it('B-073 without the flag no webhook is called', async () => {
    const server = await start({}, { webhookTokens: undefined });
    expect((await whoAmI(server)).code).toBe(401);
    expect(webhook.calls).toEqual([]);
    await server.close();
  });

  it('B-074 a webhook with a certificate of another CA authenticates no token', async () => {
    const configFile = await webhook.configFile({ 'certificate-authority': 'other-ca.crt' });
    const server = await start({ configFile });
    expect((await whoAmI(server)).code).toBe(401);
    expect(webhook.calls).toEqual([]);
    await server.close();
  });

  it('B-083 the group is that of the vocabulary', async () => {
    const server = await start({ version: 'v1' }, { vocabulary: 'kubernetes' });
    expect((await server.call('/version', { token: freshToken() })).code).toBe(200);
    expect(webhook.calls[0]!.body.apiVersion).toBe('authentication.k8s.io/v1');
    await server.close();
  });

  it('D-062 retries a webhook that fails twice', async () => {
    /** Pauses between retries end at once. */
    class QuickPauses extends FakeClock {
      override setTimer(run: () => void, delayMs: number): () => void {
        if (delayMs < 500 || delayMs > 900) return super.setTimer(run, delayMs);
        const due = setImmediate(run);
        return () => clearImmediate(due);
      }
    }
    const webhookTokens = { configFile: await webhook.configFile(), version: 'v1' as const, cacheTtlMs: TTL_MS };
    const server = await TestServer.start({ webhookTokens }, { clock: new QuickPauses(Date.now()) });
    webhook.instead.push(abortResponse, sendCode(500));
    expect((await whoAmI(server)).code).toBe(201);
    expect(webhook.calls).toHaveLength(3);
    await server.close();
  });

  it('tokens of one client address leave connections to the webhook for those of another', async () => {
    const server = await start();
    const share = CALL_LIMITS.atOnce / 2;
    webhook.instead.push(...Array<Answering>(share).fill(silence));
    const busy = new Promise<void>((resolve) => {
      webhook.onCall = () => webhook.calls.length === share && resolve();
    });
    const flood = Array.from({ length: 2 * CALL_LIMITS.atOnce }, async () => whoAmI(server).catch(() => undefined));
    await busy;
    const other = server.agent(undefined, { localAddress: '127.0.0.2' });
    expect((await whoAmI(server, freshToken(), other)).code).toBe(201);
    expect(webhook.calls).toHaveLength(share + 1);
    await server.close();
    await Promise.all(flood);
  });

  it('no part of a token is logged', async () => {
    const lines: string[] = [];
    const note = (...args: unknown[]) => void lines.push(JSON.stringify(args));
    const log = { debug: note, info: note, warn: note, error: note, child: () => log };
    const configFile = await webhook.configFile();
    const server = await TestServer.start(
      { webhookTokens: { configFile, version: 'v1', cacheTtlMs: TTL_MS } },
      { log: log as never },
    );
    const token = 'secret-of-jane';
    webhook.instead.push(sendCode(403), (response) => response.end(token), sendJson({ token }));
    for (const _ of [1, 2, 3]) expect((await whoAmI(server, token)).code).toBe(401);
    await server.close();
    expect(lines.join()).toContain('a webhook gives no valid answer');
    expect(lines.join()).not.toContain(token);
  });
});
