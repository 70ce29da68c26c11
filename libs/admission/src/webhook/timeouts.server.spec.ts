import { FakeClock } from '@orch/apimachinery';
import type { Answer } from '@orch/server-testing';
import { ReviewServer, silence } from '@orch/testing';
import { AdmissionServer, CONFIG_MAPS, REGISTRATION, type WebhookType } from '../admission-server.fixture.js';
import type { Fields } from '../review-answers.fixture.js';

describe('timeouts of admission webhooks', () => {
  const clock = new FakeClock(Date.now());
  let server: AdmissionServer;
  let hook: ReviewServer;

  beforeAll(async () => {
    hook = await ReviewServer.start({ asksForCertificate: false });
    server = await AdmissionServer.start({}, { clock });
  });
  beforeEach(() => (hook.always = silence));
  afterEach(async () => {
    await server.clean();
    hook.reset();
  });
  afterAll(async () => {
    await server.close();
    await hook.close();
  });

  /** Creates a ConfigMap; resolves once the webhook, which does not answer, was called. */
  const createUntilCalled = async (): Promise<{ readonly answer: Promise<Answer>; readonly isAnswered: () => boolean }> => {
    const called = new Promise<void>((resolve) => (hook.onCall = resolve));
    let answered = false;
    const answer = server.createConfigMap('a').finally(() => (answered = true));
    await called;
    return { answer, isAnswered: () => answered };
  }; // prettier-ignore

  it('B-236 the call of a v1 webhook that names no timeout fails after 10 seconds, not before', async () => {
    await server.register('validating', hook, [{}]);
    const { json } = await server.send(`GET ${REGISTRATION}/validatingwebhookconfigurations/tested`);
    expect((json['webhooks'] as Fields[])[0]!['timeoutSeconds']).toBe(10);
    const { answer, isAnswered } = await createUntilCalled();
    clock.advance(9_999);
    // Whatever the server sends because of that is sent before the answer to a later request.
    expect((await server.send(`GET ${CONFIG_MAPS}/a`)).code).toBe(404);
    expect(isAnswered()).toBe(false);
    clock.advance(1);
    const { code, json: status } = await answer;
    expect([code, status['message']]).toEqual([500, expect.stringContaining('/tested/0?timeout=10s": context deadline exceeded')]);
  }); // prettier-ignore

  it.each<[WebhookType, string, number]>([
    ['mutating', 'Fail', 500],
    ['mutating', 'Ignore', 201],
    ['validating', 'Fail', 500],
    ['validating', 'Ignore', 201],
  ])('B-240 one without an answer in time: %s, failurePolicy %s: %s', async (type, failurePolicy, code) => {
    await server.register(type, hook, [{ timeoutSeconds: 3, failurePolicy }]);
    const { answer } = await createUntilCalled();
    clock.advance(3_000);
    const got = await answer;
    expect([got.code, String(got.json['message']).includes('context deadline exceeded')]).toEqual([code, code === 500]);
    expect((await server.send(`GET ${CONFIG_MAPS}/a`)).code).toBe(code === 201 ? 200 : 404);
    expect(hook.calls).toHaveLength(1);
  });
});
