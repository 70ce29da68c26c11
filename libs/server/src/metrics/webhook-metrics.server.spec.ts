import type { Agent } from 'undici';
import { TestServer } from '@orch/server-testing';
import { abortResponse, ReviewServer, sendJson, type Answering } from '@orch/testing';

const REGISTRATION = '/apis/admissionregistration.orch.io/v1';
const CONFIG_MAPS = '/api/v1/namespaces/default/configmaps';
const PREFIX = 'apiserver_admission_webhook_';
const DURATION = `${PREFIX}admission_duration_seconds`;
const REJECTIONS = `${PREFIX}rejection_count`;
const REQUESTS = `${PREFIX}request_total`;
const FAILED_OPEN = `${PREFIX}fail_open_count`;
const STEP = 'apiserver_admission_step_admission_duration_seconds';
const PLUGIN = 'apiserver_admission_controller_admission_duration_seconds';

const answering =
  (allowed: boolean): Answering =>
  (response, call) => {
    const status = { code: 403, message: 'no' };
    const answer = { uid: call.body.request['uid'], allowed, ...(allowed ? {} : { status }) };
    sendJson({ apiVersion: call.body.apiVersion, kind: call.body.kind, response: answer })(response, call);
  };

describe.each([
  { kind: 'MutatingWebhookConfiguration', type: 'admit', step: 'admit', plugin: 'MutatingAdmissionWebhook' },
  {
    kind: 'ValidatingWebhookConfiguration',
    type: 'validating',
    step: 'validate',
    plugin: 'ValidatingAdmissionWebhook',
  },
])('metrics of webhooks of a $kind', ({ kind, type, step, plugin }) => {
  let server: TestServer;
  let agent: Agent;
  let hook: ReviewServer;

  beforeEach(async () => {
    hook = await ReviewServer.start({ asksForCertificate: false });
    server = await TestServer.start();
    agent = await server.admin();
  });
  afterEach(async () => {
    await server.close();
    await hook.close();
  });

  const register = async (failurePolicy: string, more: object = {}) => {
    const webhook = {
      name: 'judge.example.com',
      clientConfig: { url: `${hook.url}/judge`, caBundle: hook.caBundle },
      rules: [{ operations: ['CREATE'], apiGroups: [''], apiVersions: ['v1'], resources: ['configmaps'] }],
      sideEffects: 'None',
      admissionReviewVersions: ['v1'],
      failurePolicy,
      ...more,
    };
    const body = { metadata: { name: 'judge' }, webhooks: [webhook] };
    const path = `${REGISTRATION}/${kind.toLowerCase()}s`;
    expect((await server.call(path, { method: 'POST', agent, body })).code).toBe(201);
  };
  const create = async (name: string, answer: Answering) => {
    hook.always = answer;
    return (await server.call(CONFIG_MAPS, { method: 'POST', agent, body: { metadata: { name } } })).code;
  };
  const page = async () => (await server.call('/metrics', { agent })).text;
  /** Series of one metric that are about the webhook, with their values. */
  const about = (text: string, metric: string) =>
    text.split('\n').filter((line) => line.startsWith(`${metric}{name="judge.example.com",`)).sort(); // prettier-ignore
  const labels = (more: string) => `{name="judge.example.com",type="${type}",operation="CREATE",${more}}`;

  it('D-187 D-188 a denial, a failed call and an allowed write are counted, with the time of each call', async () => {
    await register('Fail');
    const codes = [
      await create('denied', answering(false)),
      await create('failed', abortResponse),
      await create('allowed', answering(true)),
    ];
    expect(codes).toEqual([403, 500, 201]);
    const text = await page();
    expect(about(text, `${DURATION}_count`)).toEqual([
      `${DURATION}_count${labels('rejected="false"')} 1`,
      `${DURATION}_count${labels('rejected="true"')} 2`,
    ]);
    expect(about(text, REJECTIONS)).toEqual([
      `${REJECTIONS}${labels('error_type="calling_webhook_error",rejection_code="400"')} 1`,
      `${REJECTIONS}${labels('error_type="no_error",rejection_code="403"')} 1`,
    ]);
    expect(about(text, REQUESTS)).toEqual([
      `${REQUESTS}${labels('code="200",rejected="false"')} 1`,
      `${REQUESTS}${labels('code="400",rejected="true"')} 1`,
      `${REQUESTS}${labels('code="403",rejected="true"')} 1`,
    ]);
    expect(about(text, FAILED_OPEN)).toEqual([]);
    for (const metric of [`${STEP}_count{`, `${PLUGIN}_count{name="${plugin}",`])
      expect(text).toContain(`\n${metric}type="${step}",operation="CREATE",rejected="true"} 2\n`);
    for (const metric of [DURATION, STEP, PLUGIN]) expect(text).toContain(`\n# TYPE ${metric} histogram\n`);
    for (const metric of [REJECTIONS, REQUESTS, FAILED_OPEN]) expect(text).toContain(`\n# TYPE ${metric} counter\n`);
  });

  it('durations without webhooks leave out the time of their calls', async () => {
    await register('Fail');
    const labels =
      '{verb="POST",group="",version="v1",resource="configmaps",subresource="",scope="resource",component="apiserver"';
    const sumOf = (text: string, metric: string) =>
      Number(text.split('\n').find((line) => line.startsWith(`${metric}_sum${labels}`))!.split(' ').at(-1)); // prettier-ignore
    let answer = (): void => undefined;
    hook.hold = () => new Promise((resolve) => (answer = resolve));
    const called = new Promise<void>((resolve) => (hook.onCall = resolve));
    const created = create('slow', answering(true));
    await called;
    const calledMs = performance.now();
    // The time of other requests is part of that of the call.
    for (let i = 0; i < 20; i++) await page();
    const heldSeconds = (performance.now() - calledMs) / 1_000;
    answer();
    expect(await created).toBe(201);
    const text = await page();
    const whole = sumOf(text, 'apiserver_request_duration_seconds');
    const own = sumOf(text, 'apiserver_request_sli_duration_seconds');
    expect(whole).toBeGreaterThanOrEqual(heldSeconds);
    expect(whole - own).toBeGreaterThanOrEqual(heldSeconds);
    expect(own).toBeGreaterThan(0);
  });

  it('match conditions are counted with their errors, and the webhooks that they exclude', async () => {
    const matchConditions = [
      { name: 'a', expression: "object.metadata.name != 'excluded'" },
      { name: 'b', expression: "object.data.none == '1' || object.metadata.name == 'excluded'" },
    ];
    await register('Ignore', { matchConditions });
    expect([await create('excluded', answering(true)), await create('failed', answering(true))]).toEqual([201, 201]);
    expect(hook.calls).toHaveLength(0);
    const text = await page();
    const metric = (name: string) => `apiserver_admission_match_condition_${name}`;
    const conditioned = (of: string) => `{name="judge.example.com",kind="webhook",type="${of}",operation="CREATE"}`;
    expect(about(text, metric('evaluation_seconds_count'))).toEqual([
      `${metric('evaluation_seconds_count')}${conditioned(type)} 2`,
    ]);
    expect(about(text, metric('evaluation_errors_total'))).toEqual([
      `${metric('evaluation_errors_total')}${conditioned(type)} 1`,
    ]);
    expect(about(text, metric('exclusions_total'))).toEqual([`${metric('exclusions_total')}${conditioned(step)} 2`]);
    const path = `${REGISTRATION}/${kind.toLowerCase()}s/judge`;
    expect((await server.call(path, { method: 'DELETE', agent })).code).toBe(200);
    expect(about(await page(), metric('evaluation_seconds_count'))).toEqual([]);
  });

  it('the series of a webhook go with its configuration', async () => {
    await register('Ignore');
    expect(await create('failed', abortResponse)).toBe(201);
    expect(await create('denied', answering(false))).toBe(403);
    const series = [`${DURATION}_count`, REQUESTS, REJECTIONS, FAILED_OPEN];
    const counts = (text: string) => series.map((metric) => about(text, metric).length);
    expect(counts(await page())).toEqual([2, 2, 1, 1]);
    const path = `${REGISTRATION}/${kind.toLowerCase()}s/judge`;
    expect((await server.call(path, { method: 'DELETE', agent })).code).toBe(200);
    expect(counts(await page())).toEqual([0, 0, 0, 0]);
  });

  it('D-188 a failed call that is ignored is counted as failed open, and rejects nothing', async () => {
    await register('Ignore');
    expect([await create('first', abortResponse), await create('second', abortResponse)]).toEqual([201, 201]);
    expect(await create('third', answering(false))).toBe(403);
    const text = await page();
    expect(about(text, FAILED_OPEN)).toEqual([`${FAILED_OPEN}{name="judge.example.com",type="${type}"} 2`]);
    expect(about(text, REQUESTS)).toEqual([
      `${REQUESTS}${labels('code="400",rejected="false"')} 2`,
      `${REQUESTS}${labels('code="403",rejected="true"')} 1`,
    ]);
    expect(about(text, REJECTIONS)).toEqual([`${REJECTIONS}${labels('error_type="no_error",rejection_code="403"')} 1`]);
    expect(about(text, `${DURATION}_count`)).toEqual([
      `${DURATION}_count${labels('rejected="false"')} 2`,
      `${DURATION}_count${labels('rejected="true"')} 1`,
    ]);
  });
});
