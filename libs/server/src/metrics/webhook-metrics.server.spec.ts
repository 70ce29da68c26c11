import type { Agent } from 'undici';
import { TestServer } from '@orch/server-testing';
import { abortResponse, ReviewServer, sendJson, type Answering } from '@orch/testing';

const CONFIGURATIONS = '/apis/admissionregistration.orch.io/v1/validatingwebhookconfigurations';
const CONFIG_MAPS = '/api/v1/namespaces/default/configmaps';
const DURATION = 'apiserver_admission_webhook_admission_duration_seconds';
const REJECTIONS = 'apiserver_admission_webhook_rejection_count';

const answering =
  (allowed: boolean): Answering =>
  (response, call) => {
    const status = { code: 403, message: 'no' };
    const answer = { uid: call.body.request['uid'], allowed, ...(allowed ? {} : { status }) };
    sendJson({ apiVersion: call.body.apiVersion, kind: call.body.kind, response: answer })(response, call);
  };

describe('metrics of admission webhooks', () => {
  let server: TestServer;
  let agent: Agent;
  let hook: ReviewServer;

  beforeAll(async () => {
    hook = await ReviewServer.start({ asksForCertificate: false });
    server = await TestServer.start();
    agent = await server.admin();
    const webhook = {
      name: 'judge.example.com',
      clientConfig: { url: `${hook.url}/judge`, caBundle: hook.caBundle },
      rules: [{ operations: ['CREATE'], apiGroups: [''], apiVersions: ['v1'], resources: ['configmaps'] }],
      sideEffects: 'None',
      admissionReviewVersions: ['v1'],
    };
    const body = { metadata: { name: 'judge' }, webhooks: [webhook] };
    const made = await server.call(CONFIGURATIONS, { method: 'POST', agent, body });
    expect(made.code).toBe(201);
  });
  afterAll(async () => {
    await server.close();
    await hook.close();
  });

  it('D-187 a denial, a failed call and an allowed write are counted, with the time of each call', async () => {
    const codes = [];
    for (const [name, answer] of Object.entries({
      denied: answering(false),
      failed: abortResponse,
      allowed: answering(true),
    })) {
      hook.always = answer;
      codes.push((await server.call(CONFIG_MAPS, { method: 'POST', agent, body: { metadata: { name } } })).code);
    }
    expect(codes).toEqual([403, 500, 201]);
    const { text } = await server.call('/metrics', { agent });
    const lines = text.split('\n').filter((line) => line.includes('judge.example.com'));
    const labels = (rejected: boolean) =>
      `{name="judge.example.com",type="validating",operation="CREATE",rejected="${rejected}"}`;
    expect(lines.filter((line) => /_(duration_seconds_count|rejection_count)\{/.test(line)).sort()).toEqual([
      `${DURATION}_count${labels(false)} 1`,
      `${DURATION}_count${labels(true)} 2`,
      `${REJECTIONS}{name="judge.example.com",type="validating",operation="CREATE",error_type="calling_webhook_error",rejection_code="400"} 1`,
      `${REJECTIONS}{name="judge.example.com",type="validating",operation="CREATE",error_type="no_error",rejection_code="403"} 1`,
    ]);
    expect(text).toContain(`# TYPE ${DURATION} histogram\n`);
    expect(text).toContain(`# TYPE ${REJECTIONS} counter\n`);
  });
});
