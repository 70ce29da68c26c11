import { VOCABULARY_NAMES } from '@orch/vocabulary';
import { causes, ResourceServer, type Fields } from '../../support/resource-fixtures.js';

/** CRUD of one object, which must be served. */
async function expectServed(server: ResourceServer, collection: string, body: object): Promise<void> {
  const made = await server.create(collection, { metadata: { name: 'crud' }, ...body });
  expect((await server.get(`${collection}/crud`)).body.apiVersion).toBe(made.apiVersion);
  expect((await server.merge(`${collection}/crud`, { metadata: { labels: { a: 'b' } } })).code).toBe(200);
  expect((await server.put(`${collection}/crud`, { ...made, metadata: { name: 'crud' } })).code).toBe(200);
  expect((await server.delete(`${collection}/crud`)).code).toBe(200);
  expect((await server.get(`${collection}/crud`)).code).toBe(404);
}

describe.each(VOCABULARY_NAMES)('versions of network kinds in the %s vocabulary', (vocabulary) => {
  let server: ResourceServer;
  let later: ResourceServer;
  let slices: (version: string) => string;
  let ingresses: (group: 'networking' | 'extensions', version: string) => string;

  beforeAll(async () => {
    [server, later] = await Promise.all([
      ResourceServer.start({ vocabulary, flags: ['--emulated-version=1.21'] }),
      ResourceServer.start({ vocabulary, flags: ['--emulated-version=1.25'] }),
    ]);
    const { groups } = server.vocabulary;
    slices = (version) => `/apis/${groups.discovery}/${version}/namespaces/t1/endpointslices`;
    ingresses = (group, version) => `/apis/${groups[group]}/${version}/namespaces/t1/ingresses`;
  });
  afterAll(() => Promise.all([server?.stop(), later?.stop()]));

  const endpoint = (more: object) => ({ addressType: 'IPv4', endpoints: [{ addresses: ['10.0.0.1'], ...more }] });
  const endpointOf = async (version: string, name: string): Promise<Fields> =>
    ((await server.get(`${slices(version)}/${name}`)).body['endpoints'] as Fields[])[0]!;

  it('B-412 EndpointSlice v1beta1 is served up to 1.24', async () => {
    await expectServed(server, slices('v1beta1'), endpoint({}));
    const last = await ResourceServer.start({ vocabulary, flags: ['--emulated-version=1.24'] });
    try {
      await expectServed(last, slices('v1beta1'), endpoint({}));
    } finally {
      await last.stop();
    }
    expect((await later.get(slices('v1beta1'))).code).toBe(404);
  });

  it('B-413 EndpointSlice v1 is served from 1.21', async () => {
    await server.create(slices('v1beta1'), { metadata: { name: 'older' }, ...endpoint({}) });
    expect((await server.get(`${slices('v1')}/older`)).body.apiVersion).toContain('/v1');
    expect((await later.get(slices('v1'))).code).toBe(200);
  });

  it('B-414 B-415 B-416 topology of v1beta1 is node, zone and what is left of it in v1, and back', async () => {
    const { hostname, zone } = server.vocabulary.labels;
    const topology = { [hostname]: 'n1', [zone]: 'z', a: 'b' };
    await server.create(slices('v1beta1'), { metadata: { name: 'topology' }, ...endpoint({ topology }) });
    expect(await endpointOf('v1', 'topology')).toMatchObject({
      nodeName: 'n1',
      zone: 'z',
      deprecatedTopology: { a: 'b' },
    });
    expect(await endpointOf('v1beta1', 'topology')).toMatchObject({ nodeName: 'n1', topology });
    await server.create(slices('v1'), { metadata: { name: 'fields' }, ...endpoint({ nodeName: 'n2', zone: 'y' }) });
    expect(await endpointOf('v1beta1', 'fields')).toMatchObject({ topology: { [hostname]: 'n2', [zone]: 'y' } });
  });

  it('B-417 v1 does not write the topology of v1beta1', async () => {
    await server.create(slices('v1beta1'), { metadata: { name: 'fixed' }, ...endpoint({ topology: { a: 'b' } }) });
    const { body } = await server.get(`${slices('v1')}/fixed`);
    const put = await server.put(`${slices('v1')}/fixed`, { ...body, ...endpoint({ deprecatedTopology: { a: 'c' } }) });
    expect(put.code).toBe(200);
    expect(await endpointOf('v1', 'fixed')).toMatchObject({ deprecatedTopology: { a: 'b' } });
  });

  it('D-240 an endpoint slice keeps its type of addresses and its bounds', async () => {
    const path = slices('v1');
    const conditions = { ready: true, serving: false, terminating: true };
    await server.create(path, { metadata: { name: 'bounds' }, ...endpoint({ conditions }) });
    expect(await endpointOf('v1', 'bounds')).toMatchObject({ conditions });
    const refused = async (body: object): Promise<string[]> => {
      const answer = await server.post(path, { metadata: { name: 'more' }, ...endpoint({}), ...body });
      return answer.code === 422 ? causes(answer) : [String(answer.code)];
    };
    expect(await refused({ addressType: undefined })).toContain('addressType FieldValueRequired');
    expect(await refused({ endpoints: Array(1_001).fill({ addresses: ['10.0.0.1'] }) })).toEqual([
      'endpoints FieldValueTooMany',
    ]);
    const ports = Array.from({ length: 101 }, (_, index) => ({ name: `p${index}`, port: 80 }));
    expect(await refused({ ports })).toEqual(['ports FieldValueTooMany']);
    const moved = await server.merge(`${path}/bounds`, { addressType: 'FQDN' });
    expect([moved.code, causes(moved)]).toEqual([422, ['addressType FieldValueInvalid']]);
  });

  const service = { name: 'web', port: { number: 80 } };
  const beta = { backend: { serviceName: 'web', servicePort: 80 } };

  it('B-487 Ingress v1beta1 of both groups is served up to 1.21', async () => {
    const next = await ResourceServer.start({ vocabulary, flags: ['--emulated-version=1.22'] });
    try {
      for (const group of ['networking', 'extensions'] as const) {
        await expectServed(server, ingresses(group, 'v1beta1'), { spec: beta });
        expect((await next.get(ingresses(group, 'v1beta1'))).code).toBe(404);
      }
      expect((await next.get(ingresses('networking', 'v1'))).code).toBe(200);
    } finally {
      await next.stop();
    }
  });

  it('B-321 answers of a deprecated version have a Warning, those of others none', async () => {
    const { networking } = server.vocabulary.groups;
    const deprecated = [
      ['extensions', 'v1beta1', `299 - "extensions/v1beta1 Ingress is deprecated in v1.14+, unavailable in v1.22+; use ${networking}/v1 Ingress"`],
      ['networking', 'v1beta1', `299 - "${networking}/v1beta1 Ingress is deprecated in v1.19+, unavailable in v1.22+; use ${networking}/v1 Ingress"`],
      ['networking', 'v1', undefined],
    ] as const; // prettier-ignore
    for (const [group, version, warning] of deprecated) {
      const path = ingresses(group, version);
      const spec = version === 'v1' ? { defaultBackend: { service } } : beta;
      const watch = await server.watch(`${path}?watch=true&timeoutSeconds=1`);
      const answers = [
        watch,
        await server.get(path),
        await server.post(path, { metadata: { name: 'warned' }, spec }),
        await server.get(`${path}/warned`),
        await server.merge(`${path}/warned`, { metadata: { labels: { a: 'b' } } }),
        await server.delete(`${path}/warned`),
      ];
      watch.close();
      expect(answers.map(({ code, headers }) => [code, headers['warning']])).toEqual(
        [200, 200, 201, 200, 200, 200].map((code) => [code, warning]),
      );
    }
  });

  it('B-488 B-489 B-490 an ingress is the same in every version', async () => {
    const rule = { http: { paths: [{ path: '/', pathType: 'Prefix', backend: beta.backend }] } };
    const newer = {
      defaultBackend: { service },
      rules: [{ http: { paths: [{ path: '/', pathType: 'Prefix', backend: { service } }] } }],
    };
    const older = { ...beta, rules: [rule] };
    const versions = [
      [ingresses('networking', 'v1'), newer],
      [ingresses('networking', 'v1beta1'), older],
      [ingresses('extensions', 'v1beta1'), older],
    ] as const;
    for (const [index, [path, spec]] of versions.entries()) {
      const name = `same${index}`;
      await server.create(path, { metadata: { name }, spec });
      for (const [other, shown] of versions) expect((await server.get(`${other}/${name}`)).body.spec).toEqual(shown);
    }
  });

  it('D-251 a port of an ingress is a number or a name', async () => {
    const path = ingresses('networking', 'v1beta1');
    for (const [name, servicePort, port] of [
      ['number', 80, { number: 80 }],
      ['name', 'http', { name: 'http' }],
    ] as const) {
      await server.create(path, { metadata: { name }, spec: { backend: { serviceName: 'web', servicePort } } });
      const { body } = await server.get(`${ingresses('networking', 'v1')}/${name}`);
      expect(body.spec['defaultBackend']).toEqual({ service: { name: 'web', port } });
      expect((await server.get(`${path}/${name}`)).body.spec['backend']).toEqual({ serviceName: 'web', servicePort });
    }
  });

  it('D-252 v1 asks for the type of a path', async () => {
    const spec = (backend: object) => ({ rules: [{ http: { paths: [{ path: '/', backend }] } }] });
    const v1 = await server.post(ingresses('networking', 'v1'), {
      metadata: { name: 'typed' },
      spec: spec({ service }),
    });
    expect([v1.code, causes(v1)]).toEqual([422, ['spec.rules[0].http.paths[0].pathType FieldValueRequired']]);
    const made = await server.create(ingresses('networking', 'v1beta1'), {
      metadata: { name: 'typed' },
      spec: spec(beta.backend),
    });
    expect(made.spec).toMatchObject({ rules: [{ http: { paths: [{ pathType: 'ImplementationSpecific' }] } }] });
    for (const [index, pathType] of ['Prefix', 'Exact', 'ImplementationSpecific'].entries()) {
      const rules = [{ http: { paths: [{ path: '/', pathType, backend: { service } }] } }];
      await server.create(ingresses('networking', 'v1'), { metadata: { name: `typed${index}` }, spec: { rules } });
    }
  });
});
