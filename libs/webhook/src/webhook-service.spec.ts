import { type Clock, FakeClock } from '@orch/apimachinery';
import type { Logger } from '@orch/process';
import { vocabularies } from '@orch/vocabulary';
import { abortResponse, ReviewServer, sendCode, sendJson, silence, type Answering } from '@orch/testing';
import { loadWebhookConfiguration } from './webhook-configuration.js';
import { WebhookBusy, WebhookError } from './webhook-error.js';
import { ANSWER_LIMIT_MS, CALL_LIMITS, WebhookService } from './webhook-service.js';

const SECRET = 'a-secret-token';
const flow = (name: string) => ({ name, exempt: false });
const jane = flow('jane');
const review = { apiVersion: 'g/v1', kind: 'TokenReview', spec: { token: SECRET } };

/** Timers fire at once and are recorded, except the timeout of the whole call, which never fires. */
class Pauses implements Clock {
  readonly ms: number[] = [];
  private nowMs = 0;
  now(): number {
    return this.nowMs;
  }
  monotonicNow(): number {
    return this.nowMs;
  }
  setTimer(run: () => void, delayMs: number): () => void {
    if (delayMs === ANSWER_LIMIT_MS) return () => undefined;
    this.ms.push(delayMs);
    this.nowMs += delayMs;
    const due = setImmediate(run);
    return () => clearImmediate(due);
  }
}

describe('a webhook service', () => {
  let webhook: ReviewServer;
  let ended: AbortController;
  let lines: unknown[];
  beforeAll(async () => (webhook = await ReviewServer.start()));
  afterAll(() => webhook.close());
  beforeEach(() => {
    webhook.reset();
    ended = new AbortController();
    lines = [];
  });
  afterEach(() => ended.abort());

  const note =
    (level: string) =>
    (...args: unknown[]) =>
      void lines.push([level, ...args]);
  const log = {
    debug: note('debug'),
    info: note('info'),
    warn: note('warn'),
    error: note('error'),
  } as unknown as Logger;
  const service = async (file: string | Promise<string>, clock: Clock = new Pauses()) =>
    new WebhookService({
      configuration: loadWebhookConfiguration('flag', await file, vocabularies.orch),
      userAgent: 'tester',
      clock,
      random: () => 0,
      log,
      ended: ended.signal,
    });
  const failure = async (asked: Promise<unknown>): Promise<Error> =>
    asked.then(
      () => Promise.reject(new Error('an answer')),
      (error: Error) => error,
    );

  it('POSTs the review as JSON and returns the status', async () => {
    webhook.status = () => ({ authenticated: true });
    const asked = await service(webhook.configFile());
    expect(await asked.review(review, jane)).toEqual({ status: { authenticated: true }, bytes: expect.any(Number) });
    const { method, headers, body } = webhook.calls[0]!;
    expect([method, headers['content-type'], headers.accept]).toEqual(['POST', 'application/json', 'application/json']);
    expect(body).toEqual(review);
  });

  for (const path of ['/judge', '/judge/', '/a/b%20c', '/']) {
    it(`B-075 uses the path of the URL: ${path}`, async () => {
      await (await service(webhook.configFile({ server: webhook.url + path }))).review(review, jane);
      expect(webhook.calls.map((call) => call.path)).toEqual([path]);
    });
  }

  it('B-076 presents the client certificate of the user', async () => {
    await (await service(webhook.configFile())).review(review, jane);
    expect(webhook.calls.map(({ caller }) => caller)).toEqual(['the-api-server']);
    expect(await failure((await service(webhook.configFile({}, {}))).review(review, jane))).toBeInstanceOf(
      WebhookError,
    );
    expect(webhook.calls).toHaveLength(1);
  });

  it('B-077 uses cluster and user of the current context', async () => {
    await (await service(webhook.configFile())).review(review, jane);
    const other = await service(webhook.configFile({}, undefined, { 'current-context': 'wrong' }));
    expect((await failure(other.review(review, jane))).message).toContain('https://127.0.0.1:1/: cannot connect');
    expect(webhook.calls).toHaveLength(1);
  });

  it('sends the token of the user', async () => {
    const user = { 'client-certificate': 'caller.crt', 'client-key': 'caller.key', token: 'own' };
    await (await service(webhook.configFile({}, user))).review(review, jane);
    expect(webhook.calls[0]!.headers.authorization).toBe('Bearer own');
  });

  it('B-074 does not trust a service certificate of another CA', async () => {
    const other = await service(webhook.configFile({ 'certificate-authority': 'other-ca.crt' }));
    expect((await failure(other.review(review, jane))).message).toMatch(
      /certificate is not trusted .*certificate-authority/,
    );
    expect(webhook.calls).toEqual([]);
  });

  const names: [name: string, good: boolean][] = [
    ['webhook.test', true],
    ['other.test', false],
  ];
  for (const [name, good] of names) {
    it(`tls-server-name ${name}: ${good}`, async () => {
      const asked = (await service(webhook.configFile({ 'tls-server-name': name }))).review(review, jane);
      await expect(good ? asked : failure(asked)).resolves.toBeDefined();
      expect(webhook.calls).toHaveLength(good ? 1 : 0);
    });
  }

  const passing: [what: string, answer: Answering][] = [
    ['a connection that breaks', abortResponse],
    ['429', sendCode(429)],
    ['500', sendCode(500)],
    ['504', sendCode(504)],
    ['503 with Retry-After', sendCode(503, { 'retry-after': '0' })],
    ['409 with a date to come back', sendCode(409, { 'retry-after': 'Wed, 21 Oct 2026 07:28:00 GMT' })],
  ];
  for (const [what, answer] of passing) {
    it(`D-062 ${what} is retried with exponential backoff`, async () => {
      const clock = new Pauses();
      const asked = await service(webhook.configFile(), clock);
      webhook.instead.push(answer, answer);
      expect((await asked.review(review, jane)).status).toEqual({});
      expect(clock.ms).toEqual([500, 750]);
      expect(webhook.calls).toHaveLength(3);
    });
    it(`D-062 ${what} is attempted five times in all`, async () => {
      const clock = new Pauses();
      const asked = await service(webhook.configFile(), clock);
      webhook.instead.push(...Array<Answering>(9).fill(answer));
      expect(await failure(asked.review(review, jane))).toBeInstanceOf(WebhookError);
      expect(clock.ms).toEqual([500, 750, 1_125, 1_687.5]);
      expect(webhook.calls).toHaveLength(5);
    });
  }

  const lasting: [what: string, answer: Answering, message: RegExp][] = [
    ['503', sendCode(503), /answered 503$/],
    ['401', sendCode(401), /answered 401$/],
    ['a redirect', sendCode(302, { location: '/elsewhere' }), /answered 302$/],
    ['another kind', sendJson({ ...review, kind: 'Other', status: {} }), /is not a TokenReview of g\/v1$/],
    ['another version', sendJson({ ...review, apiVersion: 'g/v1beta1', status: {} }), /is not a TokenReview of g\/v1$/],
    ['no status', sendJson(review), /has no status$/],
    ['a status that is a list', sendJson({ ...review, status: [] }), /has no status$/],
    ['a list', sendJson([]), /is not a TokenReview/],
    ['null', sendJson(null), /is not a TokenReview/],
    ['no JSON', (response) => response.end(SECRET), /is not JSON$/],
    ['nothing', (response) => response.end(), /is not JSON$/],
    ['many levels', (response) => response.end(`${'['.repeat(1_000)}${']'.repeat(1_000)}`), /is too large or is not JSON$/],
    ['many members', (response) => response.end(JSON.stringify({ ...review, status: Object.fromEntries(Array.from({ length: 25_001 }, (_, n) => [n, 0])) })), /is too large or is not JSON$/],
    ['more than a MiB', (response) => response.end(JSON.stringify({ ...review, status: { error: 'x'.repeat(1_100_000) } })), /longer than 1048576 bytes$/],
    ['more without end', (response) => { const more = () => { while (!response.destroyed && response.write('x'.repeat(65_536))); }; response.on('drain', more); more(); }, /longer than 1048576 bytes$/],
  ]; // prettier-ignore
  for (const [what, answer, message] of lasting) {
    it(`${what} is an invalid answer and is not retried`, async () => {
      const asked = await service(webhook.configFile());
      webhook.instead.push(answer);
      const error = await failure(asked.review(review, jane));
      expect(error).toBeInstanceOf(WebhookError);
      expect(error.message).toMatch(message);
      expect(webhook.calls).toHaveLength(1);
      expect(JSON.stringify([lines, error.message, String(error.cause)])).not.toContain(SECRET);
    });
  }

  it('fails at once when Retry-After exceeds the timeout', async () => {
    const asked = await service(webhook.configFile());
    webhook.instead.push(sendCode(503, { 'retry-after': '60' }));
    expect((await failure(asked.review(review, jane))).message).toContain('answered 503');
    expect(webhook.calls).toHaveLength(1);
  });

  it('times out when the service does not answer', async () => {
    const clock = new FakeClock();
    const asked = await service(webhook.configFile(), clock);
    webhook.instead.push(silence);
    const called = new Promise<void>((resolve) => (webhook.onCall = resolve));
    const failed = failure(asked.review(review, jane));
    await called;
    clock.advance(ANSWER_LIMIT_MS);
    expect((await failed).message).toContain('no answer within 30 s');
  });

  it('aborts calls in flight at shutdown', async () => {
    const asked = await service(webhook.configFile());
    webhook.instead.push(silence);
    const called = new Promise<void>((resolve) => (webhook.onCall = resolve));
    const failed = failure(asked.review(review, jane));
    await called;
    ended.abort();
    expect(await failed).toBeInstanceOf(WebhookError);
  });

  it('rejects calls of a flow beyond its share, and serves other flows next', async () => {
    const asked = await service(webhook.configFile());
    const held: (() => void)[] = [];
    const arrived = (count: number): Promise<void> =>
      new Promise((resolve) => {
        webhook.onCall = () => webhook.calls.length === count && resolve();
      });
    const hold: Answering = (response, call) =>
      void held.push(() => sendJson({ ...call.body, status: {} })(response, call));
    const half = CALL_LIMITS.atOnce / 2;
    webhook.instead.push(...Array.from({ length: half + 1 }, () => hold));
    const running = arrived(half);
    const flood = Array.from({ length: half + CALL_LIMITS.waitingPerFlow }, () => asked.review(review, flow('flood')));
    const refused = await failure(asked.review(review, flow('flood')));
    expect(refused).toBeInstanceOf(WebhookBusy);
    expect(refused.message).toContain('too many calls wait');
    await running;
    expect(webhook.calls).toHaveLength(half);
    // A connection stays free for another flow, however many calls are queued.
    const next = arrived(half + 1);
    const other = asked.review(review, jane);
    await next;
    expect(lines).toEqual([]);
    for (const answer of held) answer();
    await Promise.all([other, ...flood]);
  });

  it('counts the time in the queue towards the timeout', async () => {
    const clock = new FakeClock();
    const asked = await service(webhook.configFile(), clock);
    const running = new Promise<void>((resolve) => {
      webhook.onCall = () => webhook.calls.length === CALL_LIMITS.atOnce / 2 && resolve();
    });
    webhook.instead.push(...Array.from({ length: CALL_LIMITS.atOnce }, () => silence));
    const flood = Array.from({ length: CALL_LIMITS.atOnce }, () => failure(asked.review(review, jane)));
    await running;
    clock.advance(ANSWER_LIMIT_MS);
    for (const error of await Promise.all(flood)) expect(error.message).toContain('no answer within 30 s');
    expect(webhook.calls).toHaveLength(CALL_LIMITS.atOnce / 2);
  });

  it('logs the beginning and the end of an outage once', async () => {
    const asked = await service(webhook.configFile());
    for (const answer of [sendCode(503), sendCode(503)]) {
      webhook.instead.push(answer);
      await failure(asked.review(review, jane));
    }
    for (const _ of [1, 2]) await asked.review(review, jane);
    const url = `${webhook.url}/judge`;
    expect(lines).toEqual([
      ['warn', 'a webhook gives no valid answer', { url, error: `${url}: answered 503` }],
      ['info', 'a webhook answers again', { url }],
    ]);
  });

  const unusable: [what: string, cluster: object, user: object | undefined, message: RegExp][] = [
    ['no server', { server: '' }, undefined, /^--flag: .*needs server/],
    ['a missing authority', { 'certificate-authority': 'none.crt' }, undefined, /^--flag: .*cannot read certificate-authority/],
    ['an authority that is none', { 'certificate-authority': 'caller.key' }, undefined, /^--flag: a certificate or key of .* cannot be used/],
    ['a key of another certificate', {}, { 'client-certificate': 'ca.crt', 'client-key': 'caller.key' }, /^--flag: a certificate or key of .* cannot be used/],
  ]; // prettier-ignore
  for (const [what, cluster, user, message] of unusable) {
    it(`rejects ${what} in the file`, async () => {
      await expect(service(webhook.configFile(cluster, user))).rejects.toThrow(message);
    });
  }
  it('rejects a credential plugin', async () => {
    const exec = { apiVersion: 'client.authentication.orch.io/v1', command: 'x', interactiveMode: 'Never' };
    const file = await webhook.configFile({}, { exec });
    expect(() => loadWebhookConfiguration('flag', file, vocabularies.orch)).toThrow(
      `--flag: exec (credential plugins) in ${file} is not supported for webhooks`,
    );
  });

  it('rejects a missing file', () =>
    expect(service('/does/not/exist')).rejects.toThrow('--flag: client configuration /does/not/exist does not exist'));
});
