import { builtinKinds, compileKinds, decodeEnvelope, protobufCodec, viewOf } from '@orch/api';
import { vocabularies } from '@orch/vocabulary';
import { request, type Agent } from 'undici';
import { TestServer } from '@orch/server-testing';

const MERGE = 'application/merge-patch+json';
const POD = { metadata: { labels: { app: 'web' } }, spec: { containers: [{ name: 'c', image: 'nginx' }] } };
const SELECTOR = { matchLabels: { app: 'web' } };

const SCALABLE = [
  ['deployments', 'apis/apps/v1', { selector: SELECTOR, template: POD }],
  ['replicasets', 'apis/apps/v1', { selector: SELECTOR, template: POD }],
  ['statefulsets', 'apis/apps/v1', { selector: SELECTOR, template: POD, serviceName: 'web' }],
  ['replicationcontrollers', 'api/v1', { selector: { app: 'web' }, template: POD }],
] as const;

interface Scale {
  kind: string;
  apiVersion: string;
  metadata: { name: string; namespace: string; uid: string; resourceVersion: string };
  spec: { replicas?: number };
  status: { replicas: number; selector?: string };
}

describe('the scale sub-resource', () => {
  let server: TestServer;
  let admin: Agent;
  beforeAll(async () => {
    server = await TestServer.start();
    admin = await server.admin();
  });
  afterAll(() => TestServer.closeAll());

  const send = (method: string, path: string, body?: unknown, headers: Record<string, string> = {}) =>
    server.call(path, { method, agent: admin, headers, ...(body === undefined ? {} : { body }) });
  const as = <T>(answer: { json: unknown }): T => answer.json as T;

  let made = 0;
  /** Creates an object with two replicas; returns its path. */
  async function make([resource, root, spec]: (typeof SCALABLE)[number] = SCALABLE[0]): Promise<string> {
    const path = `/${root}/namespaces/default/${resource}`;
    const name = `web${++made}`;
    const answer = await send('POST', path, { metadata: { name }, spec: { ...spec, replicas: 2 } });
    expect([answer.code, answer.text]).toEqual([201, expect.any(String)]);
    return `${path}/${name}`;
  }

  for (const row of SCALABLE) {
    it(`C-237 ${row[0]}: reads and sets the replicas`, async () => {
      const path = await make(row);
      const object = as<Scale>(await send('GET', path));
      const shown = await send('GET', `${path}/scale`);
      expect(shown.code).toBe(200);
      const { name, namespace, uid, resourceVersion } = object.metadata;
      expect(as<Scale>(shown)).toEqual({
        kind: 'Scale',
        apiVersion: 'autoscaling/v1',
        metadata: { name, namespace, uid, resourceVersion, creationTimestamp: expect.any(String) },
        spec: { replicas: 2 },
        status: { replicas: 0, selector: 'app=web' },
      });
      const put = await send('PUT', `${path}/scale`, { spec: { replicas: 5 } });
      expect([put.code, as<Scale>(put).kind, as<Scale>(put).spec]).toEqual([200, 'Scale', { replicas: 5 }]);
      const after = as<{ spec: { replicas: number; template: unknown }; metadata: { generation: number } }>(
        await send('GET', path),
      );
      expect([after.spec.replicas, after.metadata.generation]).toEqual([5, 2]);
      expect(after.spec.template).toEqual((object.spec as { template?: unknown }).template);
    });
  }

  it('C-237 accepts every patch type on a Scale', async () => {
    const path = await make();
    const merged = await send('PATCH', `${path}/scale`, { spec: { replicas: 3 } }, { 'content-type': MERGE });
    expect(as<Scale>(merged)).toMatchObject({ kind: 'Scale', spec: { replicas: 3 } });
    const operations = [
      { op: 'test', path: '/spec/replicas', value: 3 },
      { op: 'replace', path: '/spec/replicas', value: 7 },
    ];
    const patched = await send('PATCH', `${path}/scale`, operations, { 'content-type': 'application/json-patch+json' });
    expect([patched.code, as<Scale>(patched).spec]).toEqual([200, { replicas: 7 }]);
    const strategic = await send(
      'PATCH',
      `${path}/scale`,
      { spec: { replicas: 4 } },
      { 'content-type': 'application/strategic-merge-patch+json' },
    );
    expect([strategic.code, as<Scale>(strategic).spec]).toEqual([200, { replicas: 4 }]);
  });

  it('C-237 supports apply: the manager of the number owns it, in whichever way it was set', async () => {
    const path = await make();
    const apply = (manager: string, replicas: number, rest: object = {}, force = false) =>
      send(
        'PATCH',
        `${path}/scale?fieldManager=${manager}&force=${force}`,
        { kind: 'Scale', apiVersion: 'autoscaling/v1', spec: { replicas }, ...rest },
        { 'content-type': 'application/apply-patch+yaml' },
      );
    const refused = await apply('autoscaler', 6);
    expect(refused.code).toBe(409);
    expect(as<{ details: { causes: { field: string }[] } }>(refused).details.causes.map(({ field }) => field)).toEqual([
      '.spec.replicas',
    ]);
    const taken = await apply('autoscaler', 6, {}, true);
    expect([taken.code, as<Scale>(taken).kind, as<Scale>(taken).spec]).toEqual([200, 'Scale', { replicas: 6 }]);
    const { spec, metadata } = as<{ spec: { replicas: number }; metadata: { managedFields: object[] } }>(
      await send('GET', path),
    );
    expect(spec.replicas).toBe(6);
    expect(metadata.managedFields).toContainEqual(
      expect.objectContaining({
        manager: 'autoscaler',
        operation: 'Apply',
        apiVersion: 'apps/v1',
        subresource: 'scale',
        fieldsV1: { 'f:spec': { 'f:replicas': {} } },
      }),
    );
    expect((await apply('autoscaler', 7)).code).toBe(200);
    expect((await apply('autoscaler', -1)).code).toBe(422);
    expect((await apply('autoscaler', 7, { kind: 'Deployment', apiVersion: 'apps/v1' })).code).toBe(400);
    expect((await apply('autoscaler', 7, { spec: { replicas: 7, paused: true } })).code).toBe(400);
    expect((await apply('autoscaler', 7, { metadata: { resourceVersion: '1' } })).code).toBe(409);
  });

  it('C-237 supports resourceVersion and uid of the object as preconditions', async () => {
    const path = await make();
    const { metadata } = as<Scale>(await send('GET', `${path}/scale`));
    const to = (replicas: number, precondition: object) =>
      send('PUT', `${path}/scale`, { metadata: { name: metadata.name, ...precondition }, spec: { replicas } });
    expect((await to(3, { resourceVersion: metadata.resourceVersion, uid: metadata.uid })).code).toBe(200);
    expect((await to(4, { resourceVersion: metadata.resourceVersion })).code).toBe(409);
    expect((await to(4, { uid: 'another' })).code).toBe(409);
    expect((await to(4, { name: 'another' })).code).toBe(400);
    expect(as<Scale>(await send('GET', `${path}/scale`)).spec.replicas).toBe(3);
  });

  it('C-237 rejects a negative number, with the kind Scale in the error', async () => {
    const path = await make();
    const answer = await send('PUT', `${path}/scale`, { spec: { replicas: -1 } });
    expect(answer.code).toBe(422);
    expect(as<{ message: string }>(answer).message).toMatch(
      /^Scale\.autoscaling "web\d+" is invalid: spec\.replicas: Invalid value: -1: must be greater than or equal to 0$/,
    );
    expect(as<{ details: object }>(answer).details).toMatchObject({
      group: 'autoscaling',
      kind: 'Scale',
      causes: [{ field: 'spec.replicas', reason: 'FieldValueInvalid' }],
    });
  });

  it('C-237 accepts a Scale only, and changes nothing else', async () => {
    const path = await make();
    const other = await send('PUT', `${path}/scale`, {
      kind: 'Deployment',
      apiVersion: 'apps/v1',
      spec: { replicas: 3 },
    });
    expect(other.code).toBe(400);
    const foreign = await send('PUT', `${path}/scale`, { metadata: { labels: { a: 'b' } }, spec: { replicas: 0 } });
    expect([foreign.code, as<Scale>(foreign).spec]).toEqual([200, {}]);
    const after = as<{ metadata: { labels?: object }; spec: { replicas: number } }>(await send('GET', path));
    expect([after.metadata.labels, after.spec.replicas]).toEqual([undefined, 0]);
  });

  it('C-237 a dry run shows the result, and a write of the same number changes nothing', async () => {
    const path = await make();
    const { resourceVersion } = as<Scale>(await send('GET', path)).metadata;
    const dry = await send('PUT', `${path}/scale?dryRun=All`, { spec: { replicas: 9 } });
    expect([dry.code, as<Scale>(dry).kind, as<Scale>(dry).spec]).toEqual([200, 'Scale', { replicas: 9 }]);
    await send('PUT', `${path}/scale`, { spec: { replicas: 2 } });
    expect(as<Scale>(await send('GET', path)).metadata.resourceVersion).toBe(resourceVersion);
  });

  it('C-237 is 404 for a missing object, 405 for other verbs, and absent for other kinds', async () => {
    const path = await make();
    const missing = await send('GET', '/apis/apps/v1/namespaces/default/deployments/none/scale');
    expect([missing.code, as<{ message: string }>(missing).message]).toEqual([
      404,
      'deployments.apps "none" not found',
    ]);
    expect((await send('PUT', '/apis/apps/v1/namespaces/default/deployments/none/scale', { spec: {} })).code).toBe(404);
    expect((await send('DELETE', `${path}/scale`)).code).toBe(405);
    expect((await send('GET', '/apis/apps/v1/namespaces/default/daemonsets/x/scale')).code).toBe(404);
  });

  it('C-237 discovery and OpenAPI documents have its kind', async () => {
    const { resources } = as<{ resources: { name: string }[] }>(await send('GET', '/apis/apps/v1'));
    expect(resources.find(({ name }) => name === 'deployments/scale')).toEqual({
      name: 'deployments/scale',
      singularName: '',
      namespaced: true,
      group: 'autoscaling',
      version: 'v1',
      kind: 'Scale',
      verbs: ['get', 'patch', 'update'],
    });
    const { paths, components } = as<{
      paths: Record<string, { put: Record<string, unknown> }>;
      components: { schemas: Record<string, unknown> };
    }>(await send('GET', '/openapi/v3/apis/apps/v1'));
    const { put } = paths['/apis/apps/v1/namespaces/{namespace}/deployments/{name}/scale']!;
    expect(put['x-orch-group-version-kind']).toEqual({ group: 'autoscaling', version: 'v1', kind: 'Scale' });
    expect(JSON.stringify(put['requestBody'])).toContain('autoscaling.v1.Scale');
    expect(Object.keys(components.schemas).filter((name) => name.endsWith('autoscaling.v1.Scale'))).toHaveLength(1);
  });

  it('C-237 supports protobuf, Table and metadata as a Scale', async () => {
    const path = await make();
    const type = 'application/vnd.orch.protobuf';
    const codec = protobufCodec(scaleDefinition)!;
    const body = codec.encode({ metadata: {}, spec: { replicas: 6 }, status: { replicas: 0 } });
    const put = await request(`${server.server.url}${path}/scale`, {
      method: 'PUT',
      dispatcher: admin,
      headers: { 'content-type': type, accept: type },
      body,
    });
    const bytes = Buffer.from(await put.body.arrayBuffer());
    expect([put.statusCode, put.headers['content-type']]).toEqual([200, type]);
    expect(decodeEnvelope(bytes)).toMatchObject({ kind: 'Scale', apiVersion: 'autoscaling/v1' });
    expect(codec.decode(bytes)).toMatchObject({ spec: { replicas: 6 }, status: { selector: 'app=web' } });
    const partial = await send('GET', `${path}/scale`, undefined, {
      accept: 'application/json;as=PartialObjectMetadata;v=v1;g=meta.orch.io',
    });
    expect(as<Scale>(partial)).toMatchObject({ kind: 'PartialObjectMetadata', metadata: { namespace: 'default' } });
    const table = await send('GET', `${path}/scale`, undefined, {
      accept: 'application/json;as=Table;v=v1;g=meta.orch.io',
    });
    expect(as<{ kind: string }>(table).kind).toBe('Table');
  });
});

const deployments = compileKinds(builtinKinds, vocabularies.orch).find(({ gvk }) => gvk.kind === 'Deployment')!;
const scaleDefinition = viewOf(deployments, 'scale')!.definition;
