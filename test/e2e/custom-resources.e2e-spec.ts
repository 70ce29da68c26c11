import { rm } from 'node:fs/promises';
import { TestServer, type Answer } from '@orch/server-testing';
import { temporaryDirectory, type TemporaryDirectory } from '@orch/testing';
import { request, type Agent } from 'undici';

const DEFINITIONS = '/apis/apiextensions.k8s.io/v1/customresourcedefinitions';
const NAME = 'widgets.k.example.com';
const GROUP = '/apis/k.example.com';
const WIDGETS = `${GROUP}/v1/namespaces/default/widgets`;
const BETA = `${GROUP}/v1beta1/namespaces/default/widgets`;

const spec = { type: 'object', properties: { size: { type: 'integer', minimum: 1 }, color: { type: 'string' }, replicas: { type: 'integer' } } }; // prettier-ignore
const status = { type: 'object', properties: { replicas: { type: 'integer' }, selector: { type: 'string' }, phase: { type: 'string' } } }; // prettier-ignore
const schema = (fields: object = {}) => ({
  openAPIV3Schema: {
    type: 'object',
    properties: { spec: { ...spec, properties: { ...spec.properties, ...fields } }, status },
  },
});

const V1 = {
  name: 'v1',
  served: true,
  storage: true,
  schema: schema({ mode: { type: 'string', default: 'slow' } }),
  subresources: {
    status: {},
    scale: {
      specReplicasPath: '.spec.replicas',
      statusReplicasPath: '.status.replicas',
      labelSelectorPath: '.status.selector',
    },
  },
  selectableFields: [{ jsonPath: '.spec.color' }],
  additionalPrinterColumns: [
    { name: 'Size', type: 'integer', jsonPath: '.spec.size' },
    { name: 'Phase', type: 'string', jsonPath: '.status.phase', priority: 1 },
    { name: 'Age', type: 'date', jsonPath: '.metadata.creationTimestamp' },
  ],
};
const V1BETA1 = { name: 'v1beta1', served: true, storage: false, deprecated: true, schema: schema() };

const definition = (versions: readonly object[] = [V1, V1BETA1]) => ({
  apiVersion: 'apiextensions.k8s.io/v1',
  kind: 'CustomResourceDefinition',
  metadata: { name: NAME },
  spec: {
    group: 'k.example.com',
    scope: 'Namespaced',
    names: { plural: 'widgets', kind: 'Widget', shortNames: ['wd'], categories: ['all'] },
    versions,
  },
});

const widget = (name: string, more: object = {}, version = 'v1') => ({
  apiVersion: `k.example.com/${version}`,
  kind: 'Widget',
  metadata: { name },
  ...more,
});

describe('custom resources', () => {
  let home: TemporaryDirectory;
  let server: TestServer;
  let agent: Agent;

  const open = async (): Promise<void> => {
    server = await TestServer.start({ vocabulary: 'kubernetes', dataDir: home.path });
    agent = await server.admin();
  };
  const send = (method: string, path: string, body?: unknown, type = 'application/json', accept?: string) =>
    server.call(path, {
      method,
      agent,
      headers: { 'content-type': type, ...(accept ? { accept } : {}) },
      ...(body === undefined ? {} : { body }),
    });
  const get = (path: string, accept?: string) => send('GET', path, undefined, undefined, accept);
  const merge = (path: string, body: object) => send('PATCH', path, body, 'application/merge-patch+json');
  /** Repeats a read until it answers as wanted. */
  const until = async (path: string, wanted: (answer: Answer) => boolean): Promise<Answer> => {
    for (;;) {
      const answer = await get(path);
      if (wanted(answer)) return answer;
      await new Promise((resolve) => setTimeout(resolve, 5));
    }
  };
  const isEstablished = ({ json }: Answer): boolean =>
    ((json['status'] as { conditions?: { type: string; status: string }[] }).conditions ?? []).some(
      (condition) => condition.type === 'Established' && condition.status === 'True',
    );
  const define = async (versions?: readonly object[]): Promise<void> => {
    expect((await send('POST', DEFINITIONS, definition(versions))).code).toBe(201);
    await until(`${DEFINITIONS}/${NAME}`, isEstablished);
  };
  const redefine = async (versions: readonly object[]): Promise<void> => {
    const answer = await merge(`${DEFINITIONS}/${NAME}`, { spec: { versions } });
    expect([answer.code, answer.json.message]).toEqual([200, undefined]);
  };
  const names = async (path: string): Promise<unknown[]> =>
    ((await get(path)).json['items'] as { metadata: { name: string } }[]).map(({ metadata }) => metadata.name);
  const specOf = ({ json }: Answer): unknown => json['spec'];

  beforeEach(async () => {
    home = await temporaryDirectory();
    await open();
  });
  afterEach(async () => {
    await server?.close();
    await rm(home.path, { recursive: true, force: true });
  });

  it('are served when the definition is established, in each version', async () => {
    expect((await get(WIDGETS)).code).toBe(404);
    await define();
    const made = await send('POST', WIDGETS, widget('a', { spec: { size: 1, color: 'red' } }));
    expect([made.code, specOf(made)]).toEqual([201, { size: 1, color: 'red', mode: 'slow' }]);
    const inBeta = await get(`${BETA}/a`);
    expect([inBeta.json['apiVersion'], specOf(inBeta)]).toEqual(['k.example.com/v1beta1', { color: 'red', size: 1 }]);
    expect(inBeta.headers['warning']).toBe(
      '299 - "k.example.com/v1beta1 Widget is deprecated; use k.example.com/v1 Widget"',
    );
    const refused = await send('POST', WIDGETS, widget('b', { spec: { size: 0 } }));
    expect(refused.json.message).toBe(
      'Widget.k.example.com "b" is invalid: spec.size: Invalid value: 0: spec.size in body should be greater than or equal to 1',
    );
    const strict = await send('POST', `${WIDGETS}?fieldValidation=Strict`, widget('b', { spec: { x: 1 } }));
    expect(strict.json.message).toBe(
      'Widget in version "v1" cannot be handled as a Widget: strict decoding error: unknown field "spec.x"',
    );
  });

  it('take JSON and merge patches and applies, and no strategic merge patch', async () => {
    await define();
    await send('POST', WIDGETS, widget('a', { spec: { size: 1 } }));
    expect(specOf(await merge(`${WIDGETS}/a`, { spec: { size: 2 } }))).toMatchObject({ size: 2 });
    const json = [{ op: 'add', path: '/spec/color', value: 'blue' }];
    expect(specOf(await send('PATCH', `${WIDGETS}/a`, json, 'application/json-patch+json'))).toMatchObject({
      color: 'blue',
    });
    const strategic = await send('PATCH', `${WIDGETS}/a`, {}, 'application/strategic-merge-patch+json');
    expect(strategic.code).toBe(415);
    const apply = (manager: string, body: object) =>
      send('PATCH', `${WIDGETS}/ap?fieldManager=${manager}`, widget('ap', body), 'application/apply-patch+yaml');
    expect((await apply('m', { spec: { color: 'red' } })).code).toBe(201);
    const conflict = await apply('n', { spec: { color: 'blue' } });
    expect([conflict.code, conflict.json.message]).toEqual([
      409,
      'Apply failed with 1 conflict: conflict with "m": .spec.color',
    ]);
  });

  it('have status and scale, and count generations', async () => {
    await define();
    await send('POST', WIDGETS, widget('a', { spec: { replicas: 1 }, status: { phase: 'sent' } }));
    const generation = async () => ((await get(`${WIDGETS}/a`)).json['metadata'] as { generation: number }).generation;
    expect((await get(`${WIDGETS}/a`)).json['status']).toBeUndefined();
    await merge(`${WIDGETS}/a/status`, {
      status: { replicas: 1, selector: 'a=b', phase: 'Up' },
      spec: { replicas: 9 },
    });
    expect(await generation()).toBe(1);
    expect((await get(`${WIDGETS}/a/scale`)).json).toMatchObject({
      kind: 'Scale',
      apiVersion: 'autoscaling/v1',
      spec: { replicas: 1 },
      status: { replicas: 1, selector: 'a=b' },
    });
    await merge(`${WIDGETS}/a/scale`, { spec: { replicas: 4 } });
    expect(specOf(await get(`${WIDGETS}/a`))).toMatchObject({ replicas: 4 });
    expect(await generation()).toBe(2);
    expect((await get(`${BETA}/a/scale`)).code).toBe(404);
  });

  it('A-090 A-099 are shown as tables and as metadata, and objects not in protobuf', async () => {
    await define();
    await send('POST', WIDGETS, widget('a', { spec: { size: 7 } }));
    const table = (await get(WIDGETS, 'application/json;as=Table;v=v1;g=meta.k8s.io')).json as {
      columnDefinitions: { name: string }[];
      rows: { cells: unknown[] }[];
    };
    expect(table.columnDefinitions.map(({ name }) => name)).toEqual(['Name', 'Size', 'Phase', 'Age']);
    expect(table.rows[0]!.cells.slice(0, 3)).toEqual(['a', 7, null]);
    const proto = 'application/vnd.kubernetes.protobuf';
    expect((await get(WIDGETS, proto)).code).toBe(406);
    expect((await send('POST', WIDGETS, 'x', proto)).code).toBe(415);
    const partial = await get(`${WIDGETS}/a`, `${proto};as=PartialObjectMetadata;v=v1;g=meta.k8s.io`);
    expect([partial.code, partial.text.startsWith('k8s')]).toEqual([200, true]);
  });

  it('are selected by labels and by declared fields', async () => {
    await define();
    await send('POST', WIDGETS, widget('a', { metadata: { name: 'a', labels: { l: '1' } }, spec: { color: 'red' } }));
    await send('POST', WIDGETS, widget('b', { spec: { color: 'blue' } }));
    expect(await names(`${WIDGETS}?fieldSelector=spec.color=blue`)).toEqual(['b']);
    expect(await names(`${WIDGETS}?labelSelector=l=1`)).toEqual(['a']);
    expect((await get(`${WIDGETS}?fieldSelector=spec.size=1`)).json.message).toBe(
      'field label not supported: spec.size',
    );
  });

  it('a status write of their definition keeps empty conditions', async () => {
    await define();
    const written = await merge(`${DEFINITIONS}/${NAME}/status?dryRun=All`, { status: { conditions: [] } });
    expect([written.code, written.json['status']]).toMatchObject([200, { conditions: [], storedVersions: ['v1'] }]);
  });

  it('are in discovery and OpenAPI at once', async () => {
    await define();
    const groups = (await get('/apis')).json['groups'] as { name: string }[];
    expect(groups.map(({ name }) => name)).toContain('k.example.com');
    const { resources } = (await get(`${GROUP}/v1`)).json as { resources: { name: string }[] };
    expect(resources.map(({ name }) => name).sort()).toEqual(['widgets', 'widgets/scale', 'widgets/status']);
    const { paths } = (await get('/openapi/v3')).json as { paths: Record<string, { serverRelativeURL: string }> };
    const before = paths['apis/k.example.com/v1']!.serverRelativeURL;
    await redefine([{ ...V1, schema: schema({ extra: { type: 'boolean' } }) }]);
    const after = (await get('/openapi/v3')).json as { paths: typeof paths };
    expect(after.paths['apis/k.example.com/v1']!.serverRelativeURL).not.toBe(before);
    expect(after.paths['apis/k.example.com/v1beta1']).toBeUndefined();
    const { components } = (await get('/openapi/v3/apis/k.example.com/v1')).json as {
      components: { schemas: Record<string, { properties: { spec: { properties: object } } }> };
    };
    expect(Object.keys(components.schemas['com.example.k.v1.Widget']!.properties.spec.properties)).toContain('extra');
    const swagger = (await get('/openapi/v2')).json as { definitions: object };
    expect(Object.keys(swagger.definitions)).toContain('com.example.k.v1.Widget');
    expect((await get(BETA)).code).toBe(404);
  });

  it('C-297 C-298 have OpenAPI documents with all their references, and the others stay as they are', async () => {
    const read = async (path: string) =>
      (await get(path)).json as { paths: Record<string, { serverRelativeURL: string }> };
    const before = await read('/openapi/v3');
    const swaggerBefore = (await read('/openapi/v2')) as { paths: Record<string, unknown> };
    await define();
    const { paths } = await read('/openapi/v3');
    const added = Object.keys(paths).filter((path) => !Object.hasOwn(before.paths, path));
    expect(added).toEqual(['apis/k.example.com/v1', 'apis/k.example.com/v1beta1']);
    expect(paths).toMatchObject(before.paths);
    const swagger = await read('/openapi/v2');
    expect(swagger.paths).toMatchObject(swaggerBefore.paths);
    const referring = [swagger, ...(await Promise.all(added.map((path) => read(`/openapi/v3/${path}`))))];
    for (const document of referring) {
      const { components, definitions } = document as unknown as {
        components?: { schemas: object };
        definitions?: object;
      };
      const schemas = Object.keys(components?.schemas ?? definitions ?? {});
      const references = JSON.stringify(document).matchAll(/"#\/(?:definitions|components\/schemas)\/([^"]+)"/g);
      expect(schemas).toEqual(expect.arrayContaining([...new Set([...references].map(([, name]) => name))]));
    }
    const documents = referring.slice(1) as unknown as { info: object; components: object }[];
    for (const { info, components } of documents) {
      expect(info).toEqual({ title: 'Kubernetes CRD Swagger', version: 'v0.1.0' });
      expect(Object.keys(components)).toEqual(['schemas']);
    }
  });

  it('follow their definition: a changed schema is in force, also for what was stored before', async () => {
    await define();
    await send('POST', WIDGETS, widget('a', { spec: { color: 'red', size: 2 } }));
    await redefine([
      { ...V1, storage: false },
      { ...V1BETA1, storage: true, schema: schema({ size: undefined, level: { type: 'string', default: 'low' } }) },
    ]);
    // Read with the defaults of the version it was stored in, as kube-apiserver reads it.
    expect(specOf(await get(`${BETA}/a`))).toEqual({ color: 'red' });
    const listed = (await get(BETA)).json['items'] as { apiVersion: string; spec: object }[];
    expect(listed.map(({ apiVersion, spec: shown }) => [apiVersion, shown])).toEqual([
      ['k.example.com/v1beta1', { color: 'red' }],
    ]);
    const touched = await merge(`${BETA}/a`, { metadata: { labels: { x: 'y' } } });
    expect(specOf(touched)).toEqual({ color: 'red', level: 'low' });
  });

  it('C-240 count in quotas, and are seen by those who may', async () => {
    await define();
    const quota = { metadata: { name: 'q' }, spec: { hard: { 'count/widgets.k.example.com': '1' } } };
    expect((await send('POST', '/api/v1/namespaces/default/resourcequotas', quota)).code).toBe(201);
    expect((await send('POST', WIDGETS, widget('a'))).code).toBe(201);
    const refused = await send('POST', WIDGETS, widget('b'));
    expect([refused.code, refused.json.message]).toEqual([
      403,
      'widgets.k.example.com "b" is forbidden: exceeded quota: q, requested: count/widgets.k.example.com=1, used: count/widgets.k.example.com=1, limited: count/widgets.k.example.com=1',
    ]);
    expect((await server.call(WIDGETS)).code).toBe(403);
  });

  it('are served by a restarted server, with their objects', async () => {
    await define();
    await send('POST', WIDGETS, widget('a', { spec: { size: 3 } }));
    await server.close();
    await open();
    expect(specOf(await get(`${WIDGETS}/a`))).toMatchObject({ size: 3 });
    expect((await send('POST', WIDGETS, widget('b'))).code).toBe(201);
    expect(await names(WIDGETS)).toEqual(['a', 'b']);
  });

  it('end their watches with the definition, after the deletion of the objects', async () => {
    await define();
    await send('POST', WIDGETS, widget('a', { metadata: { name: 'a', finalizers: ['x.io/f'] } }));
    await send('POST', WIDGETS, widget('b'));
    const watch = await request(`${server.server.url}${WIDGETS}?watch=true`, { dispatcher: agent });
    const watched = watch.body.text();
    await send('DELETE', `${DEFINITIONS}/${NAME}`);
    await until(WIDGETS, ({ json }) => (json['items'] as unknown[]).length === 1);
    const refused = await send('POST', WIDGETS, widget('c'));
    expect([refused.code, refused.json.message]).toEqual([
      405,
      'create not allowed while custom resource definition is terminating',
    ]);
    await merge(`${WIDGETS}/a`, { metadata: { finalizers: null } });
    const lines = (await watched).split('\n');
    expect(lines.filter((line) => line.startsWith('{"type":"DELETED"')).length).toBe(2);
    await until(WIDGETS, ({ code }) => code === 404);
    expect((await get(WIDGETS)).text).toBe('404 page not found\n');
    await define([V1]);
    expect(await names(WIDGETS)).toEqual([]);
  });
});
