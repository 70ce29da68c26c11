import { VOCABULARY_NAMES } from '@orch/vocabulary';
import { ResourceServer } from '../../support/resource-fixtures.js';

interface Listed {
  readonly name: string;
  readonly verbs: readonly string[];
}

describe.each(VOCABULARY_NAMES)('discovery, health, version and documents in the %s vocabulary', (vocabulary) => {
  let server: ResourceServer;

  beforeAll(async () => {
    server = await ResourceServer.start({ vocabulary });
  });
  afterAll(() => server?.stop());

  const open = async (path: string) => {
    const answer = await server.get(path);
    expect(answer.code).toBe(200);
    return answer;
  };
  const resources = async (path: string) => (await open(path)).body['resources'] as Listed[];

  it('D-097 anonymous requests see health and version, not discovery or documents', async () => {
    const codeOf = async (path: string) => (await server.get(path, { as: 'anonymous' })).code;
    for (const path of ['/healthz', '/livez', '/readyz', '/version'])
      expect([path, await codeOf(path)]).toEqual([path, 200]);
    for (const path of ['/api', '/apis', '/api/v1', '/openapi/v2', '/openapi/v3', '/livez/ping', '/metrics', '/'])
      expect([path, await codeOf(path)]).toEqual([path, 403]);
  });

  it('C-288 /api lists the versions of the core group', async () => {
    for (const { url } of server.plane.servers)
      expect((await server.get('/api', { at: url })).body).toMatchObject({
        kind: 'APIVersions',
        versions: ['v1'],
        serverAddressByClientCIDRs: [{ clientCIDR: '0.0.0.0/0', serverAddress: new URL(url).host }],
      });
  });

  it('C-289 /apis lists the groups, each with its versions', async () => {
    const { body } = await open('/apis');
    expect(body).toMatchObject({ kind: 'APIGroupList', apiVersion: 'v1' });
    const { storage, coordination, certificates, events } = server.vocabulary.groups;
    const groups = body['groups'] as { name: string }[];
    expect(groups.map(({ name }) => name)).toEqual(
      expect.arrayContaining([storage, coordination, certificates, events]),
    );
    const version = { groupVersion: `${storage}/v1`, version: 'v1' };
    expect(groups).toContainEqual(
      expect.objectContaining({
        name: storage,
        versions: expect.arrayContaining([version]) as unknown,
        preferredVersion: version,
      }),
    );
  });

  it('C-290 a group has a document, an unknown one has none', async () => {
    const { storage } = server.vocabulary.groups;
    expect((await open(`/apis/${storage}`)).body).toMatchObject({ kind: 'APIGroup', name: storage });
    expect((await server.get('/apis/x.io')).code).toBe(404);
  });

  it('C-291 A-006 a group version lists its resources, with sub-resources and verbs', async () => {
    const configMaps = (await resources('/api/v1')).find(({ name }) => name === 'configmaps');
    expect(configMaps).toMatchObject({
      singularName: 'configmap',
      namespaced: true,
      kind: 'ConfigMap',
      shortNames: ['cm'],
      verbs: ['create', 'delete', 'deletecollection', 'get', 'list', 'patch', 'update', 'watch'],
    });
    const names = async (path: string) => (await resources(path)).map(({ name }) => name);
    expect(await names('/api/v1')).toEqual(
      expect.arrayContaining(['pods/binding', 'pods/status', 'namespaces/finalize', 'persistentvolumeclaims/status']),
    );
    const { storage, certificates } = server.vocabulary.groups;
    expect(await names(`/apis/${storage}/v1`)).toEqual([
      'csidrivers',
      'csinodes',
      'csistoragecapacities',
      'storageclasses',
      'volumeattachments',
      'volumeattachments/status',
      'volumeattributesclasses',
    ]);
    expect(await names(`/apis/${certificates}/v1`)).toEqual([
      'certificatesigningrequests',
      'certificatesigningrequests/approval',
      'certificatesigningrequests/status',
      'clustertrustbundles',
      'podcertificaterequests',
      'podcertificaterequests/status',
    ]);
  });

  it('C-292 aggregated discovery has everything in one response, and 304 by ETag when nothing changed', async () => {
    // Either name of the group, whatever the vocabulary (docs/compatibility.md, by vocabulary).
    for (const group of ['apidiscovery.k8s.io', 'apidiscovery.orch.io']) {
      for (const [path, version] of [
        ['/api', 'v2'],
        ['/apis', 'v2'],
        ['/apis', 'v2beta1'],
      ] as const) {
        const type = `application/json;g=${group};v=${version};as=APIGroupDiscoveryList`;
        const ask = (headers: Record<string, string>) =>
          server.get(path, { headers: { accept: `${type},application/json`, ...headers } });
        const { body, headers, code } = await ask({});
        expect([code, headers['content-type'], headers['vary']]).toEqual([200, type, 'Accept']);
        expect(body).toMatchObject({ kind: 'APIGroupDiscoveryList', apiVersion: `${group}/${version}` });
        const versions = body.items.flatMap((item) => item['versions'] as { resources: { resource: string }[] }[]);
        const served = versions.flatMap(({ resources: all }) => all.map(({ resource }) => resource));
        expect(served).toContain(path === '/api' ? 'configmaps' : 'csidrivers');
        const again = await ask({ 'if-none-match': String(headers['etag']) });
        expect([again.code, again.text, again.headers['etag']]).toEqual([304, '', headers['etag']]);
        expect((await ask({ 'if-none-match': '"other"' })).code).toBe(200);
      }
    }
    const plain = await server.get('/apis', {
      headers: { accept: 'application/json, application/json;g=apidiscovery.orch.io;v=v2;as=APIGroupDiscoveryList' },
    });
    expect([plain.body.kind, plain.headers['content-type']]).toEqual(['APIGroupList', 'application/json']);
  });

  it('C-292 C-083 what has no aggregated form is had plain, or not at all', async () => {
    const accept = 'application/json;g=apidiscovery.orch.io;v=v2;as=APIGroupDiscoveryList';
    expect((await server.get('/api/v1', { headers: { accept } })).code).toBe(406);
    const { body } = await server.get('/api/v1', { headers: { accept: `${accept},application/json` } });
    expect(body.kind).toBe('APIResourceList');
    expect((await server.get('/apis', { headers: { accept: accept.replace('v=v2', 'v=v9') } })).code).toBe(406);
  });

  it('A-093 C-288 C-289 C-290 C-291 discovery is had in protobuf', async () => {
    const { protobuf } = server.vocabulary.mediaTypes;
    const { storage } = server.vocabulary.groups;
    for (const path of ['/api', '/apis', `/apis/${storage}`, `/apis/${storage}/v1`]) {
      const { headers, text, code } = await server.get(path, { headers: { accept: `${protobuf},application/json` } });
      expect([code, headers['content-type'], text.slice(0, 4)]).toEqual([200, protobuf, 'k8s\0']);
      expect(headers['etag']).not.toBe((await server.get(path)).headers['etag']);
    }
  });

  it('C-293 B-120 /version is readable by all users', async () => {
    const { body } = await open('/version');
    for (const field of [
      'major',
      'minor',
      'gitVersion',
      'gitCommit',
      'gitTreeState',
      'buildDate',
      'goVersion',
      'compiler',
      'platform',
    ])
      expect(typeof body[field]).toBe('string');
  });

  it('C-294 C-295 health answers ok, lists its checks, and leaves out or picks one', async () => {
    for (const path of ['/healthz', '/livez', '/readyz']) {
      const answer = await open(path);
      expect(answer.text).toBe('ok');
      expect(answer.headers['content-type']).toContain('text/plain');
      const verbose = await open(`${path}?verbose`);
      expect(verbose.text).toContain('[+]ping ok');
      expect(verbose.text).toContain(`${path.slice(1)} check passed`);
      expect((await open(`${path}?verbose&exclude=ping`)).text).toContain('[+]ping excluded: ok');
      expect((await open(`${path}/ping`)).text).toBe('ok');
    }
    expect((await server.get('/livez/none')).code).toBe(404);
    expect((await server.get('/healthz/')).code).toBe(404);
    for (const path of ['/healthz/etcd', '/healthz/log', '/readyz/informer-sync'])
      expect((await server.get(path)).text).toBe('ok');
  });

  it('C-296 C-300 D-228 /metrics, /logs and /debug need a right', async () => {
    const at = server.plane.servers[0]!.url;
    await server.get(server.paths.configMaps, { at });
    const metrics = await server.get('/metrics', { at });
    expect(metrics.code).toBe(200);
    expect(metrics.headers['content-type']).toContain('text/plain');
    expect(metrics.text).toMatch(/^apiserver_request_total\{.*resource="configmaps".*\} \d+$/m);
    for (const path of ['/metrics', '/logs', '/debug/pprof'])
      expect([401, 403]).toContain((await server.get(path, { as: 'anonymous' })).code);
  });

  it('C-297 /openapi/v2 is Swagger of what is served', async () => {
    const { body } = await open('/openapi/v2');
    const prefix = server.vocabulary.schemaExtensionPrefix;
    expect(body['swagger']).toBe('2.0');
    const paths = body['paths'] as Record<string, Record<string, Record<string, unknown>>>;
    expect(paths['/api/v1/namespaces/{namespace}/configmaps']!['post']).toMatchObject({ [`${prefix}action`]: 'post' });
    const definitions = body['definitions'] as Record<string, Record<string, unknown>>;
    expect(Object.values(definitions)).toContainEqual(
      expect.objectContaining({ [`${prefix}group-version-kind`]: [{ group: '', version: 'v1', kind: 'ConfigMap' }] }),
    );
  });

  it('C-298 /openapi/v3 leads to a document of each group version, cached by its hash', async () => {
    const paths = (await open('/openapi/v3')).body['paths'] as Record<string, { serverRelativeURL: string }>;
    const { storage } = server.vocabulary.groups;
    const expected = ['api', 'api/v1', 'apis', `apis/${storage}`, `apis/${storage}/v1`, 'version'];
    expect(Object.keys(paths)).toEqual(expect.arrayContaining(expected));
    const url = paths['api/v1']!.serverRelativeURL;
    expect(url).toMatch(/^\/openapi\/v3\/api\/v1\?hash=./);
    const document = await open(url);
    expect(document.body['openapi']).toBe('3.0.0');
    const again = await server.get(url, {
      headers: { 'if-none-match': String(document.headers['etag']) },
    });
    expect([again.code, again.text]).toEqual([304, '']);
  });

  it('C-297 C-298 documents are served in protobuf, and an unknown media type is 406', async () => {
    const v3 = '/openapi/v3/api/v1';
    for (const [path, version] of [
      ['/openapi/v2', 'v2'],
      [v3, 'v3'],
    ] as const) {
      for (const mark of ['@', '.']) {
        const accept = `application/com.github.proto-openapi.spec.${version}${mark}v1.0+protobuf`;
        const { code, headers } = await server.get(path, { headers: { accept } });
        expect([code, headers['content-type']]).toEqual([200, accept.replace('@', '.')]);
        const again = await server.get(path, { headers: { accept, 'if-none-match': String(headers['etag']) } });
        expect(again.code).toBe(304);
      }
      expect((await server.get(path, { headers: { accept: 'text/html' } })).code).toBe(406);
      expect((await server.get(path, { headers: { accept: 'text/html, */*;q=0.1' } })).code).toBe(200);
    }
    expect((await server.get(`${v3}?hash=old`)).code).toBe(301);
    for (const path of ['/openapi/v3/apis/x.io/v1', '/openapi/v3/']) {
      const { code, text } = await server.get(path);
      expect([path, code, text]).toEqual([path, 404, '']);
    }
  });

  it('C-092 C-297 a large document is compressed for who takes it', async () => {
    const answer = await server.get('/openapi/v2', { headers: { 'accept-encoding': 'gzip' } });
    expect(answer.headers['content-encoding']).toBe('gzip');
    expect(answer.headers['vary']).toContain('Accept-Encoding');
    expect((await server.get('/openapi/v2')).headers['content-encoding']).toBeUndefined();
  });

  it('C-299 / lists the paths of the root', async () => {
    const { body, code } = await server.get('/');
    expect(code).toBe(200);
    expect(body['paths']).toEqual(expect.arrayContaining(['/api', '/apis', '/version', '/healthz', '/metrics']));
  });
});
