import { silentLogger, type Logger } from '@orch/process';
import type { Agent } from 'undici';
import { TestServer, type Answer } from '@orch/server-testing';

const CLAIMS = '/api/v1/namespaces/default/persistentvolumeclaims';
const SPEC = { accessModes: ['ReadWriteOnce'], resources: { requests: { storage: '1Gi' } } };
const SOURCE = { kind: 'PersistentVolumeClaim', name: 'a' };

/** Creates claims on one server, as the administrator. */
class Claims {
  private constructor(
    readonly server: TestServer,
    readonly agent: Agent,
  ) {}
  static async on(...featureGates: string[]): Promise<Claims> {
    const server = await TestServer.start({ emulatedMinor: 24, featureGates });
    return new Claims(server, await server.admin());
  }
  call(method: string, path: string, body?: object): Promise<Answer> {
    const headers = { 'content-type': 'application/json' };
    return this.server.call(path, { method, headers, agent: this.agent, ...(body === undefined ? {} : { body }) });
  }
  create = (name: string, spec: object = {}): Promise<Answer> =>
    this.call('POST', CLAIMS, { metadata: { name }, spec: { ...SPEC, ...spec } });
  report = (name: string, status: object): Promise<Answer> =>
    this.call('PUT', `${CLAIMS}/${name}/status`, { metadata: { name }, spec: SPEC, status });
}
const specOf = ({ json }: Answer) => json['spec'] as { [field: string]: unknown };
const statusOf = ({ json }: Answer) => json['status'] as { [field: string]: unknown };

describe('defaults of the release', () => {
  let claims: Claims;
  beforeAll(async () => (claims = await Claims.on()));
  afterAll(() => claims?.server.close());

  it('A-505 A-313 an alpha field is dropped', async () => {
    await claims.create('alpha');
    const answer = await claims.report('alpha', { phase: 'Bound', allocatedResources: { storage: '1Gi' } });
    expect([answer.code, statusOf(answer)]).toEqual([200, { phase: 'Bound' }]);
  });
  it('C-179 a wrong state is rejected anyway', async () => {
    await claims.create('wrong');
    expect((await claims.report('wrong', { resizeStatus: 'Foo' })).code).toBe(422);
  });
  it('A-505 a gated field of a pod is dropped at every path', async () => {
    const pod = await claims.call('POST', '/api/v1/namespaces/default/pods', {
      metadata: { name: 'alpha' },
      spec: { containers: [{ name: 'c', image: 'i' }], workloadRef: { name: 'w', podGroup: 'g' } },
    });
    expect([pod.code, specOf(pod)['workloadRef']]).toEqual([201, undefined]);
  });
  it('A-506 A-303 a beta field is kept', async () =>
    expect(specOf(await claims.create('beta', { dataSource: SOURCE }))['dataSourceRef']).toMatchObject(SOURCE));
  it('a reference into another namespace is an alpha field', async () => {
    const dataSourceRef = { ...SOURCE, namespace: 'other' };
    expect(specOf(await claims.create('crossing', { dataSourceRef }))).not.toHaveProperty('dataSourceRef');
  });
  it('A-075 limit cuts a list', async () => {
    const list = await claims.call('GET', '/api/v1/namespaces?limit=1');
    expect(list.json['items']).toHaveLength(1);
  });
});

describe('set by the flag', () => {
  let claims: Claims;
  const warnings: string[] = [];
  beforeAll(async () => {
    const log: Logger = { ...silentLogger, warn: (text: string) => void warnings.push(text) };
    const gates = [
      'RecoverVolumeExpansionFailure=true',
      'AnyVolumeDataSource=false',
      'WatchList=false',
      'APIListChunking=false',
      'CSIStorageCapacity=true',
    ];
    const server = await TestServer.start({ emulatedMinor: 27, featureGates: gates }, { log });
    claims = Object.assign(await Claims.on(), { server, agent: await server.admin() });
  });
  afterAll(() => TestServer.closeAll());

  it('A-313 an alpha field that is switched on is kept', async () => {
    await claims.create('alpha');
    const status = { phase: 'Bound', allocatedResources: { storage: '1Gi' } };
    expect(statusOf(await claims.report('alpha', status))).toEqual(status);
  });
  it('A-312 a beta field that is switched off is dropped', async () => {
    const answer = await claims.create('beta', { dataSourceRef: SOURCE });
    expect([answer.code, specOf(answer)['dataSourceRef'], specOf(answer)['dataSource']]).toEqual([
      201,
      undefined,
      undefined,
    ]);
    expect(specOf(await claims.create('older', { dataSource: SOURCE }))).toMatchObject({ dataSource: SOURCE });
    expect(specOf(await claims.create('older2', { dataSource: SOURCE }))).not.toHaveProperty('dataSourceRef');
  });
  it('A-507 B-329 B-392 a general gate is accepted with a warning', () =>
    expect(warnings).toContain(
      'Setting GA feature gate CSIStorageCapacity=true. It will be removed in a future release.',
    ));
  it('B-398 a deprecated metric is logged when the server serves', async () => {
    const logged: object[] = [];
    const log: Logger = { ...silentLogger, warn: (text, fields) => void logged.push({ text, ...fields }) };
    await TestServer.start({}, { log });
    expect(logged).toContainEqual({
      text: 'deprecated metric',
      metric: 'apiserver_cache_list_total',
      deprecated: '1.37',
    });
  });
  it('C-049 a watch gets no initial events', async () => {
    const query = 'watch=true&sendInitialEvents=true&resourceVersionMatch=NotOlderThan&timeoutSeconds=1';
    const answer = await claims.call('GET', `${CLAIMS}?${query}`);
    expect([answer.code, answer.json['details']]).toMatchObject([
      422,
      {
        causes: [
          {
            reason: 'FieldValueForbidden',
            field: 'sendInitialEvents',
            message: 'Forbidden: sendInitialEvents is forbidden for watch unless the WatchList feature gate is enabled',
          },
        ],
      },
    ]);
  });
  it('A-075 limit is ignored', async () => {
    const list = await claims.call('GET', '/api/v1/namespaces?limit=1');
    expect((list.json['items'] as object[]).length).toBeGreaterThan(1);
    expect(list.json['metadata']).not.toHaveProperty('continue');
  });
});

it.each([
  ['AggregatedDiscoveryEndpoint=false', 'APIGroupList'],
  ['AggregatedDiscoveryEndpoint=true', 'APIGroupDiscoveryList'],
])('%s: a watch-list request is answered with %s', async (gate, kind) => {
  const server = await TestServer.start({ emulatedMinor: 27, featureGates: [gate, 'JobReadyPods=false'] });
  const agent = await server.admin();
  const accept = 'application/json;g=apidiscovery.k8s.io;v=v2;as=APIGroupDiscoveryList,application/json';
  expect((await server.call('/apis', { agent, headers: { accept } })).json['kind']).toBe(kind);
  await server.close();
});

describe('ServerSideFieldValidation', () => {
  const MAPS = '/api/v1/namespaces/default/configmaps';
  afterEach(() => TestServer.closeAll());

  it.each<[release: number, gates: string[], strict: number, warning: string | undefined]>([
    [24, [], 201, undefined],
    [24, ['ServerSideFieldValidation=true'], 400, '299 - "unknown field \\"foo\\""'],
    [25, ['ServerSideFieldValidation=false'], 201, undefined],
    [25, [], 400, '299 - "unknown field \\"foo\\""'],
    [27, [], 400, '299 - "unknown field \\"foo\\""'],
  ])('D-215 in release 1.%d with gates %j: Strict is %d, and the warning by default is %s', async (release, gates, strict, warning) => {
    const server = await TestServer.start({ emulatedMinor: release, featureGates: gates });
    const agent = await server.admin();
    const create = (name: string, query: string) => {
      const headers = { 'content-type': 'application/json' };
      return server.call(MAPS + query, { method: 'POST', agent, headers, body: { metadata: { name }, foo: 1 } });
    };
    expect((await create('a', '?fieldValidation=Strict')).code).toBe(strict);
    const { code, json, headers } = await create('b', '');
    expect([code, headers['warning']]).toEqual([201, warning]);
    expect(json).not.toHaveProperty('foo');
    expect((await create('c', '?fieldValidation=Foo')).code).toBe(422);
  }); // prettier-ignore
});
