import { mkdtemp, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { ReviewServer, sendJson } from '@orch/testing';
import type { ApiServerDependencies } from '../context/server-context.js';
import { ProxiedBackend, TestServer } from '@orch/server-testing';
import { type CollectedSpan, TraceCollector } from './trace-collector.fixture.js';

const CONFIG_MAPS = '/api/v1/namespaces/default/configmaps';
const CLIENT_SPAN = '2222222222222222';
const traceOf = (digit: string) => digit.repeat(32);
const traceparent = (digit: string) => ({ traceparent: `00-${traceOf(digit)}-${CLIENT_SPAN}-01` });
const json = { 'content-type': 'application/json' };

describe('traces', () => {
  let collector: TraceCollector;
  let directory: string;
  beforeAll(async () => {
    collector = await TraceCollector.start();
    directory = await mkdtemp(join(tmpdir(), 'orch-tracing-'));
    await writeFile(join(directory, 'tokens.csv'), 'root-token,root,1,"system:masters"\njane-token,jane,7\n');
  });
  afterAll(async () => {
    await TestServer.closeAll();
    collector.close();
  });

  const configuration = async (fields: object): Promise<string> => {
    const file = join(directory, `tracing-${Math.random()}.yaml`);
    const head = { apiVersion: 'apiserver.config.orch.io/v1beta1', kind: 'TracingConfiguration' };
    await writeFile(file, JSON.stringify({ ...head, ...fields }));
    return file;
  };
  const start = async (fields: object, dependencies: ApiServerDependencies = {}) =>
    TestServer.start(
      {
        tokenAuthFile: join(directory, 'tokens.csv'),
        tracingConfigFile: await configuration({ endpoint: collector.endpoint, ...fields }),
      },
      dependencies,
    );
  const names = (traceId: string) =>
    collector.spans.filter((span) => span.traceId === traceId).map(({ name, parentId }) => [name, nameOf(parentId)]);
  const byName = ([a = '']: (string | undefined)[], [b = '']: (string | undefined)[]) => a.localeCompare(b);
  const nameOf = (id: string) => collector.spans.find(({ spanId }) => spanId === id)?.name;
  const ROOT = { token: 'root-token' };

  it('a write of an administrator continues its trace: request, handler, store and webhook, which gets the trace too', async () => {
    const hook = await ReviewServer.start({ asksForCertificate: false });
    hook.always = (response, call) => {
      const { apiVersion, kind, request } = call.body;
      sendJson({ apiVersion, kind, response: { uid: request['uid'], allowed: true } })(response, call);
    };
    const server = await start({});
    const webhook = {
      name: 'hook.example.com',
      clientConfig: { url: `${hook.url}/hook`, caBundle: hook.caBundle },
      rules: [{ operations: ['CREATE'], apiGroups: [''], apiVersions: ['v1'], resources: ['configmaps'] }],
      sideEffects: 'None',
      admissionReviewVersions: ['v1'],
    };
    const registration = '/apis/admissionregistration.orch.io/v1/validatingwebhookconfigurations';
    await server.call(registration, {
      method: 'POST',
      ...ROOT,
      headers: json,
      body: { metadata: { name: 'hook' }, webhooks: [webhook] },
    });
    const made = await server.call(`${CONFIG_MAPS}?access_token=HIDE`, {
      method: 'POST',
      ...ROOT,
      headers: { ...json, ...traceparent('a') },
      body: { metadata: { name: 'traced' } },
    });
    expect(made.code).toBe(201);
    await server.close();
    await hook.close();
    expect(names(traceOf('a')).toSorted(byName)).toEqual([
      ['Create', 'POST /api/v1/namespaces/{:namespace}/configmaps'],
      ['Create storage', 'Create'],
      ['HTTP POST', 'Create'],
      ['POST /api/v1/namespaces/{:namespace}/configmaps', undefined],
    ]);
    const spans = collector.spans.filter(({ traceId }) => traceId === traceOf('a'));
    const named = (name: string): CollectedSpan => spans.find((span) => span.name.startsWith(name))!;
    expect(named('POST')).toMatchObject({
      parentId: CLIENT_SPAN,
      attributes: {
        'http.method': 'POST',
        'http.target': `${CONFIG_MAPS}?access_token=REDACTED`,
        'http.status_code': '201',
      },
      resource: { 'service.name': 'apiserver' },
    });
    expect(spans.find(({ name }) => name === 'Create')!.attributes).toMatchObject({
      'audit-id': made.headers['audit-id'],
      namespace: 'default',
      resource: 'configmaps',
      verb: 'POST',
    });
    expect(hook.calls[0]!.headers['traceparent']).toBe(`00-${traceOf('a')}-${named('HTTP POST').spanId}-01`);
    expect(JSON.stringify(collector.spans)).not.toContain('HIDE');
  });

  it('another user begins a trace, sampled at the configured rate, which links to that of the client', async () => {
    const server = await start({ samplingRatePerMillion: 1_000_000 });
    await server.call(CONFIG_MAPS, { token: 'jane-token', headers: traceparent('b') });
    await server.close();
    const linked = collector.spans.filter(({ links }) => links === 1);
    expect(linked.map(({ name, parentId }) => [name, parentId])).toEqual([
      ['GET /api/v1/namespaces/{:namespace}/configmaps', ''],
    ]);
    expect(names(traceOf('b'))).toEqual([]);
  });

  it('without a sampling rate only traces of trusted clients are recorded', async () => {
    const server = await start({});
    const before = collector.spans.length;
    await server.call('/version', ROOT);
    await server.call(CONFIG_MAPS, { token: 'jane-token', headers: traceparent('c') });
    await server.call('/version', { ...ROOT, headers: traceparent('d') });
    await server.close();
    expect(collector.spans.slice(before).map(({ name, traceId }) => [name, traceId])).toEqual([['GET', traceOf('d')]]);
  });

  it('a proxied request takes the trace along, with the span of this server as its parent', async () => {
    const backend = await ProxiedBackend.start();
    const server = await start({}, { dial: backend.dial });
    const pods = '/api/v1/namespaces/default/pods';
    const send = (method: string, path: string, body: object, type = 'application/json') =>
      server.call(path, { method, ...ROOT, headers: { 'content-type': type }, body });
    const spec = { containers: [{ name: 'c', image: 'i', ports: [{ containerPort: 80 }] }] };
    await send('POST', pods, { metadata: { name: 'web' }, spec });
    const status = { podIP: '10.1.0.1', podIPs: [{ ip: '10.1.0.1' }] };
    await send('PATCH', `${pods}/web/status`, { status }, 'application/merge-patch+json');
    const { json: echoed } = await server.call(`${pods}/web/proxy/x`, { ...ROOT, headers: traceparent('e') });
    await server.close();
    await backend.stop();
    const { traceparent: passed } = echoed['headers'] as { traceparent: string };
    const [, traceId, parentId] = passed.split('-');
    expect(traceId).toBe(traceOf('e'));
    expect(nameOf(parentId!)).toBe('Get');
  });

  it.each([
    [{ samplingRatePerMillion: 1_000_001 }, 'samplingRatePerMillion: must be at most one million'],
    [{ endpoint: 'https://collector:4317' }, 'endpoint: must be the address of a gRPC server'],
    [{ sampling: 1 }, 'sampling: is not a known field'],
  ])('refuses the configuration %j', async (fields, message) => {
    await expect(start(fields)).rejects.toThrow(message);
  });
});
