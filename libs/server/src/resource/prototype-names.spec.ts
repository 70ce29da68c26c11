import { once } from 'node:events';
import { connect, type ClientHttp2Session } from 'node:http2';
import type { Agent } from 'undici';
import { TestServer } from '@orch/server-testing';

/** Names that every JavaScript object inherits. The server has no object, field or parameter of that name. */
const NAMES = ['constructor', '__proto__', 'toString', 'valueOf', 'hasOwnProperty', '__defineGetter__'] as const;

const PODS = '/api/v1/namespaces/default/pods';
let server: TestServer;
let admin: Agent;
let session: ClientHttp2Session;

beforeAll(async () => {
  server = await TestServer.start({ http2: true });
  admin = await server.admin();
  session = connect(server.server.url, { ca: server.caPem, ...(await server.adminPair()) });
  const spec = { containers: [{ name: 'a', image: 'i' }] };
  for (const name of ['p', 'constructor']) {
    const { code } = await send('POST', PODS, { metadata: { name, labels: { constructor: 'valueOf' } }, spec });
    expect(code).toBe(201);
  }
});
afterAll(async () => {
  session.close();
  await TestServer.closeAll();
});

const send = (method: string, path: string, body: object, type = 'application/json') =>
  server.call(path, { agent: admin, method, headers: { 'content-type': type }, body });

describe.each(NAMES)('the name %s', (name) => {
  it.each([
    `${PODS}/p/${name}`,
    `${PODS}/p/${name}/x`,
    `/api/v1/nodes/x/${name}`,
    `/api/v1/services/x/${name}`,
    `/api/v1/namespaces/default/${name}`,
    `/api/v1/${name}`,
    `/api/${name}`,
    `/api/${name}/pods`,
    `/apis/${name}`,
    `/apis/${name}/v1`,
    `/apis/apps/${name}`,
    `/apis/apps/v1/${name}`,
    `/apis/apps/v1/namespaces/default/deployments/x/${name}`,
    `/openapi/v3/api/${name}`,
    `/openapi/v3/apis/apps/${name}`,
    `/openapi/${name}`,
    `/livez/${name}`,
    `/${name}`,
    `/.well-known/${name}`,
    `/openid/v1/${name}`,
  ])('is not found at %s', async (path) => {
    const { code } = await server.call(path, { agent: admin });
    expect(code).toBe(404);
  });

  it.each(['POST', 'PUT', 'PATCH', 'DELETE'])('is not found as a sub-resource of a pod by %s', async (method) => {
    const { code } = await send(method, `${PODS}/p/${name}`, {}, 'application/merge-patch+json');
    expect(code).toBe(404);
  });

  it('is rejected as a method', async () => {
    for (const path of [PODS, `${PODS}/p`, `${PODS}/p/binding`, `${PODS}/p/status`, '/version']) {
      const stream = session.request({ ':method': name, ':path': path });
      stream.end();
      const [headers] = (await once(stream, 'response')) as [Record<string, unknown>];
      stream.resume();
      expect([path, headers[':status']]).toEqual([path, 405]);
    }
  });

  it.each([
    'labelSelector',
    'fieldSelector',
    'resourceVersionMatch',
    'resourceVersion',
    'continue',
    'limit',
    'pretty',
    'timeout',
    'sendInitialEvents',
    'allowWatchBookmarks',
    'timeoutSeconds',
    'fieldManager',
    'fieldValidation',
    'dryRun',
    'propagationPolicy',
    'force',
    'visible',
    'includeObject',
    'container',
    name,
  ])('is rejected or ignored as the query parameter %s', async (parameter) => {
    for (const value of [name, `${name}=${name}`, `${name}!=x`, '']) {
      const query = `${parameter}=${encodeURIComponent(value)}&timeoutSeconds=1`;
      for (const path of [PODS, `${PODS}/p`, `${PODS}/p/log`]) {
        const { code } = await server.call(`${path}?${query}`, { agent: admin });
        expect([path, query, code < 500 || code === 503]).toEqual([path, query, true]);
      }
      const { code } = await send('PATCH', `${PODS}/p?${query}`, {}, 'application/merge-patch+json');
      expect([query, code < 500]).toEqual([query, true]);
    }
  });

  it('selects by labels as any other key', async () => {
    const namesOf = async (selector: string): Promise<unknown> => {
      const { json } = await server.call(`${PODS}?labelSelector=${encodeURIComponent(selector)}`, { agent: admin });
      return (json['items'] as { metadata: { name: string } }[]).map(({ metadata }) => metadata.name);
    };
    const all = ['constructor', 'p'];
    const isLabel = name === 'constructor';
    if (name.startsWith('_')) return; // not a valid label name
    expect(await namesOf(name)).toEqual(isLabel ? all : []);
    expect(await namesOf(`!${name}`)).toEqual(isLabel ? [] : all);
    expect(await namesOf(`${name}=valueOf`)).toEqual(isLabel ? all : []);
    expect(await namesOf(`${name} notin (valueOf)`)).toEqual(isLabel ? [] : all);
  });

  it.each(['accept', 'content-type', 'accept-encoding', 'audit-id', 'impersonate-user', `impersonate-extra-${name}`, 'if-none-match', name])(
    'is treated as text in the header %s',
    async (header) => {
      const values = [name, `${name}/${name}`, `application/json;${name}=${name}`, `application/json;as=${name};v=v1;g=${name}`];
      for (const value of values) {
        for (const path of [PODS, '/api', '/apis', '/openapi/v3/api/v1']) {
          const { code } = await server.call(path, { agent: admin, headers: { [header]: value } });
          expect([path, value, code < 500]).toEqual([path, value, true]);
        }
        const body = { metadata: { name: 'x' }, spec: {} };
        const headers = { 'content-type': 'application/json', [header]: value };
        const { code } = await server.call(PODS, { agent: admin, method: 'POST', headers, body });
        expect([value, code < 500]).toEqual([value, true]);
      }
    },
  ); // prettier-ignore

  it('is treated as data or rejected as a field, a key and a value', async () => {
    const text = JSON.stringify({ metadata: { name: 'x', NAME: 'NAME' }, NAME: { NAME: 1 }, data: { NAME: 'NAME' } });
    const bodies = [text.replaceAll('NAME', name), `{"apiVersion":"${name}","kind":"${name}"}`];
    const bodyOf = (kind: string, spec: object): string =>
      JSON.stringify({ kind, metadata: { generateName: 'x' }, spec });
    for (const [path, body] of [
      ...bodies.flatMap((body) => ['configmaps', 'pods', 'services', 'secrets'].map((to) => [to, body] as const)),
      ['services', bodyOf('Service', { type: name, ports: [{ port: 1, protocol: name }], ipFamilies: [name] })],
      ['pods', bodyOf('Pod', { restartPolicy: name, dnsPolicy: name, containers: [{ name: 'a', image: 'i', resources: { requests: { [name]: '1' }, limits: { [name]: '1' } } }] })],
      ['persistentvolumeclaims', bodyOf('PersistentVolumeClaim', { accessModes: [name], volumeMode: name, resources: { requests: { storage: '1' } } })],
      ['resourcequotas', bodyOf('ResourceQuota', { hard: { [name]: '1' }, scopes: [name] })],
      ['limitranges', bodyOf('LimitRange', { limits: [{ type: name, max: { [name]: '1' } }] })],
      ['pods/p/eviction', JSON.stringify({ deleteOptions: { propagationPolicy: name, dryRun: [name] } })],
      ['pods/p/binding', JSON.stringify({ target: { kind: name, name } })],
    ] as const) {
      const target = `/api/v1/namespaces/default/${path}?dryRun=All`;
      const { code } = await server.call(target, { agent: admin, method: 'POST', headers: { 'content-type': 'application/json' }, body });
      expect([path, body, code < 500]).toEqual([path, body, true]);
    }
    for (const type of ['merge-patch', 'strategic-merge-patch', 'apply-patch']) {
      const body = `{"${name}":{"${name}":{}},"metadata":{"labels":{"${name}":"x"},"annotations":{"${name}":null}},"spec":{"${name}":[{"${name}":1}],"containers":[{"name":"a","${name}":1}]}}`;
      const path = `${PODS}/p?dryRun=All&fieldManager=x`;
      const headers = { 'content-type': `application/${type}+${type === 'apply-patch' ? 'yaml' : 'json'}` };
      const { code } = await server.call(path, { agent: admin, method: 'PATCH', headers, body });
      expect([type, code < 500]).toEqual([type, true]);
    }
    for (const op of ['add', 'replace', 'remove', 'test', 'copy', 'move', name]) {
      const body = JSON.stringify([{ op, path: `/metadata/labels/${name}`, from: `/${name}/${name}`, value: 'x' }]);
      const headers = { 'content-type': 'application/json-patch+json' };
      const { code } = await server.call(`${PODS}/p?dryRun=All`, { agent: admin, method: 'PATCH', headers, body });
      expect([op, code < 500]).toEqual([op, true]);
    }
  }); // prettier-ignore
});

it('Object.prototype is unchanged', () => {
  expect(Object.keys(Object.prototype)).toEqual([]);
  expect(({} as Record<string, unknown>)['x']).toBeUndefined();
});
