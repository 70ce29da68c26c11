import { ReviewServer } from '@orch/testing';
import { AdmissionServer, REGISTRATION } from '../admission-server.fixture.js';
import { allow, deny, type Fields } from '../review-answers.fixture.js';

const NAMESPACE = '/api/v1/namespaces/default';
const STRATEGIC = { 'content-type': 'application/strategic-merge-patch+json' };

describe('rules of admission webhooks', () => {
  let server: AdmissionServer;
  let hook: ReviewServer;
  const requests = () => hook.calls.map(({ body }) => body.request);
  const register = (rule: Fields, more: Fields = {}) =>
    server.register('validating', hook, [{ rules: [{ operations: ['*'], ...rule }], ...more }]);

  beforeAll(async () => {
    hook = await ReviewServer.start({ asksForCertificate: false });
    server = await AdmissionServer.start();
  });
  beforeEach(() => (hook.always = allow));
  afterEach(async () => {
    await server.clean();
    hook.reset();
  });
  afterAll(async () => {
    await server.close();
    await hook.close();
  });

  it('B-195 B-196 each operation matches its kind of request, and * all of them', async () => {
    const operations = ['CREATE', 'UPDATE', 'DELETE', 'CONNECT', '*'];
    const rule = { apiGroups: [''], apiVersions: ['v1'], resources: ['configmaps', 'pods/exec'] };
    await server.register(
      'validating',
      hook,
      operations.map((operation, index) => ({
        name: `of-${index}.example.com`,
        rules: [{ ...rule, operations: [operation] }],
        clientConfig: { url: `${hook.url}/${operation === '*' ? 'ANY' : operation}`, caBundle: hook.caBundle },
      })),
    );
    await server.createConfigMap('a');
    await server.send(`PUT ${NAMESPACE}/configmaps/a`, { metadata: { name: 'a' }, data: { b: '1' } });
    await server.send(`PATCH ${NAMESPACE}/configmaps/a`, { data: { c: '1' } }, STRATEGIC);
    await server.send(`DELETE ${NAMESPACE}/configmaps/a`);
    await server.send(`POST ${NAMESPACE}/pods/none/exec?command=ls`);
    const calls = hook.calls.map(
      ({ path, body }) => `${path.slice(1).split('?')[0]}: ${String(body.request['operation'])}`,
    );
    expect(calls.filter((call) => call.startsWith('ANY'))).toEqual(
      ['CREATE', 'UPDATE', 'UPDATE', 'DELETE', 'CONNECT'].map((operation) => `ANY: ${operation}`),
    );
    expect(calls.filter((call) => !call.startsWith('ANY'))).toEqual(
      ['CREATE', 'UPDATE', 'UPDATE', 'DELETE', 'CONNECT'].map((operation) => `${operation}: ${operation}`),
    );
  });

  it.each([
    [['v1'], ['v1']],
    [['v2'], ['v2']],
    [
      ['v1', 'v2'],
      ['v1', 'v2'],
    ],
    [['*'], ['v1', 'v2']],
    [['v3'], []],
  ])('B-199 with apiVersions %j and matchPolicy Exact, requests of versions %j are sent', async (apiVersions, sent) => {
    await register(
      { apiGroups: ['autoscaling'], apiVersions, resources: ['horizontalpodautoscalers'] },
      { matchPolicy: 'Exact' },
    );
    const spec = { scaleTargetRef: { apiVersion: 'apps/v1', kind: 'Deployment', name: 'd' }, maxReplicas: 2 };
    for (const version of ['v1', 'v2']) {
      const path = `/apis/autoscaling/${version}/namespaces/default/horizontalpodautoscalers`;
      await server.make(path, { metadata: { name: version }, spec });
    }
    expect(requests().map(({ name, resource }) => [name, (resource as Fields)['version']])).toEqual(
      sent.map((version) => [version, version]),
    );
  });

  it.each([
    ['B-204', 'Cluster', ['Cluster'], ['priorityclasses', 'namespaces', 'namespaces']],
    ['B-205', 'Namespaced', ['Namespaced'], ['configmaps']],
    ['B-206', '*', ['*'], ['priorityclasses', 'configmaps', 'namespaces', 'namespaces']],
    ['B-206', 'which is not given', [], ['priorityclasses', 'configmaps', 'namespaces', 'namespaces']],
  ])('%s scope %s', async (_row, _title, [scope], sent) => {
    await register({
      apiGroups: ['*'],
      apiVersions: ['v1'],
      resources: ['configmaps', 'namespaces', 'namespaces/*', 'priorityclasses'],
      ...(scope && { scope }),
    });
    const { json } = await server.send(`GET ${REGISTRATION}/validatingwebhookconfigurations/tested`);
    expect(json['webhooks']).toMatchObject([{ rules: [{ scope: scope ?? '*' }] }]);
    await server.make('/apis/scheduling.orch.io/v1/priorityclasses', { metadata: { name: 'low' }, value: 1 });
    await server.createConfigMap('a');
    const labels = { metadata: { labels: { a: `scope-${scope?.length}` } } };
    for (const path of ['/api/v1/namespaces/default', '/api/v1/namespaces/default/status'])
      expect((await server.send(`PATCH ${path}`, labels, STRATEGIC)).code).toBe(200);
    expect(requests().map(({ resource }) => (resource as Fields)['resource'])).toEqual(sent);
  });

  it('B-202 resources ["pods/*"] match every sub-resource of pods, and none of others', async () => {
    const container = (cpu: string) => ({ name: 'c', image: 'i', resources: { requests: { cpu } } });
    await server.make(`${NAMESPACE}/pods`, { metadata: { name: 'p' }, spec: { containers: [container('1')] } });
    await register({ apiGroups: ['*'], apiVersions: ['*'], resources: ['pods/*'] });
    hook.always = deny();
    const patch = (path: string, body: Fields) => server.send(`PATCH ${path}`, body, STRATEGIC);
    const ephemeralContainers = [{ name: 'e', image: 'i' }];
    const eviction = { apiVersion: 'policy/v1', kind: 'Eviction', metadata: { name: 'p' } };
    const answers = [
      await patch(`${NAMESPACE}/pods/p/status`, { status: { message: 'm' } }),
      await patch(`${NAMESPACE}/pods/p/ephemeralcontainers`, { spec: { ephemeralContainers } }),
      await patch(`${NAMESPACE}/pods/p/resize`, { spec: { containers: [container('2')] } }),
      await server.send(`POST ${NAMESPACE}/pods/p/binding`, { target: { kind: 'Node', name: 'n' } }),
      await server.send(`POST ${NAMESPACE}/pods/p/eviction`, eviction),
      await server.send(`POST ${NAMESPACE}/pods/p/exec?command=ls`),
      await server.send(`POST ${NAMESPACE}/pods/p/portforward`),
      await server.send(`GET ${NAMESPACE}/pods/p/proxy`),
    ];
    expect(answers.map(({ code }) => code)).toEqual(answers.map(() => 400));
    expect(requests().map(({ subResource }) => subResource)).toEqual([
      'status', 'ephemeralcontainers', 'resize', 'binding', 'eviction', 'exec', 'portforward', 'proxy',
    ]); // prettier-ignore
    hook.calls.length = 0;
    await server.make('/api/v1/nodes', { metadata: { name: 'n' } });
    expect((await patch('/api/v1/nodes/n/status', { status: { phase: 'Running' } })).code).toBe(200);
    expect((await patch('/api/v1/namespaces/default/status', { metadata: { labels: { a: 'b' } } })).code).toBe(200);
    expect(hook.calls).toEqual([]);
    hook.always = allow;
  });
});
