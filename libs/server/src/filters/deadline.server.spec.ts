import { ReviewServer, silence } from '@orch/testing';
import { TestServer } from '@orch/server-testing';

const MAPS = '/api/v1/namespaces/default/configmaps';
const WEBHOOKS = '/apis/admissionregistration.orch.io/v1/validatingwebhookconfigurations';

describe('the request timeout of a server', () => {
  let server: TestServer;
  let hook: ReviewServer;
  beforeAll(async () => {
    hook = await ReviewServer.start({ asksForCertificate: false });
    hook.always = silence;
    server = await TestServer.start({ requestTimeoutMs: 1_000 });
  });
  afterAll(async () => {
    await server.close();
    await hook.close();
  });
  const send = async (method: string, path: string, body?: object) =>
    server.call(path, { method, agent: await server.admin(), body, headers: { 'content-type': 'application/json' } });

  it('D-220 ends a write that waits for a webhook with 504, and nothing is stored; a watch goes on', async () => {
    const { body: events } = await (
      await server.admin()
    ).request({ origin: server.server.url, path: `${MAPS}?watch=1&resourceVersion=0`, method: 'GET' });
    const webhook = {
      name: 'slow.example.com',
      clientConfig: { url: hook.url, caBundle: hook.caBundle },
      rules: [{ operations: ['CREATE'], apiGroups: [''], apiVersions: ['v1'], resources: ['configmaps'] }],
      sideEffects: 'None',
      admissionReviewVersions: ['v1'],
      timeoutSeconds: 30,
    };
    expect((await send('POST', WEBHOOKS, { metadata: { name: 'slow' }, webhooks: [webhook] })).code).toBe(201);
    const { code, json, headers } = await send('POST', MAPS, { metadata: { name: 'a' } });
    expect(hook.calls).toHaveLength(1);
    expect([code, headers['retry-after'], json]).toMatchObject([
      504,
      '1',
      { kind: 'Status', reason: 'Timeout', message: 'request did not complete within the allotted timeout' },
    ]);
    expect((await send('GET', `${MAPS}/a`)).code).toBe(404);
    await send('DELETE', `${WEBHOOKS}/slow`);
    // The watch began before all this: longer than the timeout ago.
    expect((await send('POST', MAPS, { metadata: { name: 'b' } })).code).toBe(201);
    for await (const piece of events as AsyncIterable<Buffer>) {
      expect(JSON.parse(piece.toString().split('\n')[0]!)).toMatchObject({ type: 'ADDED', object: { metadata: { name: 'b' } } });
      break;
    }
  }); // prettier-ignore
});
