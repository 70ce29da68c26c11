import { FakeApiServer, sendJson, sendStatus } from '@orch/client-testing';
import { vocabularies } from '@orch/vocabulary';
import { Client } from '../client.js';
import type { HasMetadata } from '../object/object-key.js';
import { builtinResources } from './builtin-resources.js';
import type { ResourceClient } from './resource-client.js';

describe('ResourceClient', () => {
  let server: FakeApiServer;
  let client: Client;
  let configMaps: ResourceClient<HasMetadata>;

  beforeEach(async () => {
    server = await FakeApiServer.start();
    client = new Client({
      configuration: { server: server.url, tls: {}, credentials: { type: 'none' }, namespace: 'default' },
      vocabulary: vocabularies.orch,
      userAgent: 'tester/1',
    });
    configMaps = client.resource<HasMetadata>(builtinResources.configMaps);
  });
  afterEach(async () => {
    await client.close();
    await server.stop();
  });

  const key = { namespace: 'ns', name: 'a' };
  const lease: HasMetadata = { metadata: { namespace: 'ns', name: 'l' } };
  const leases = () => client.resource<HasMetadata>(builtinResources.leases);
  const csrs = () => client.resource<HasMetadata>(builtinResources.certificateSigningRequests);
  const L = '/apis/coordination.orch.io/v1/namespaces/ns/leases';
  const C = '/apis/certificates.orch.io/v1/certificatesigningrequests';
  const WRITE = 'fieldManager=tester';

  const calls: [name: string, call: () => Promise<unknown>, method: string, target: string, type?: string, body?: unknown][] = [
    ['get', () => configMaps.get(key), 'GET', '/api/v1/namespaces/ns/configmaps/a'],
    ['get by name in a namespace', () => leases().namespace('ns').get('l'), 'GET', `${L}/l`],
    ['get of a cluster-scoped object', () => csrs().get('a/b'), 'GET', `${C}/a%2Fb`],
    ['list of all namespaces', () => configMaps.list({ labelSelector: 'a=b,c', limit: 2 }), 'GET', '/api/v1/configmaps?labelSelector=a%3Db%2Cc&limit=2'],
    ['create', () => leases().create(lease), 'POST', `${L}?${WRITE}`, 'application/json', { apiVersion: 'coordination.orch.io/v1', ...lease }],
    ['create for a try', () => leases().create(lease, { dryRun: true, fieldManager: 'm', fieldValidation: 'Strict' }), 'POST', `${L}?fieldManager=m&fieldValidation=Strict&dryRun=All`, 'application/json'],
    ['replace', () => leases().replace(lease), 'PUT', `${L}/l?${WRITE}`, 'application/json'],
    ['updateStatus', () => leases().updateStatus(lease), 'PUT', `${L}/l/status?${WRITE}`, 'application/json'],
    ['json patch', () => leases().patch('l', 'json', []), 'PATCH', `/apis/coordination.orch.io/v1/leases/l?${WRITE}`, 'application/json-patch+json', []],
    ['merge patch', () => leases().patch({ namespace: 'ns', name: 'l' }, 'merge', { a: null }), 'PATCH', `${L}/l?${WRITE}`, 'application/merge-patch+json', { a: null }],
    ['strategic patch', () => leases().patch({ namespace: 'ns', name: 'l' }, 'strategic', {}), 'PATCH', `${L}/l?${WRITE}`, 'application/strategic-merge-patch+json'],
    ['apply', () => leases().apply(lease, { fieldManager: 'm', force: true }), 'PATCH', `${L}/l?fieldManager=m&force=true`, 'application/apply-patch+yaml', { apiVersion: 'coordination.orch.io/v1', ...lease }],
    ['applyStatus', () => leases().applyStatus(lease, { fieldManager: 'm' }), 'PATCH', `${L}/l/status?fieldManager=m`, 'application/apply-patch+yaml'],
    ['subresource create', () => configMaps.subresource('token').create(key, { x: 1 }), 'POST', `/api/v1/namespaces/ns/configmaps/a/token?${WRITE}`, 'application/json', { x: 1 }],
    ['subresource replace', () => csrs().subresource('approval').replace('a', { x: 1 }), 'PUT', `${C}/a/approval?${WRITE}`, 'application/json'],
    ['delete', () => csrs().delete('a'), 'DELETE', `${C}/a`],
    ['delete of one very object', () => csrs().delete('a', { preconditions: { uid: 'u', resourceVersion: '5' }, propagationPolicy: 'Foreground', gracePeriodSeconds: 0, dryRun: true }), 'DELETE', `${C}/a?dryRun=All`, 'application/json', { kind: 'DeleteOptions', apiVersion: 'v1', preconditions: { uid: 'u', resourceVersion: '5' }, propagationPolicy: 'Foreground', gracePeriodSeconds: 0 }],
    ['delete of a collection', () => configMaps.namespace('ns').deleteCollection({ fieldSelector: 'a=b' }), 'DELETE', '/api/v1/namespaces/ns/configmaps?fieldSelector=a%3Db'],
  ]; // prettier-ignore
  for (const [name, call, method, target, type, body] of calls) {
    it(`${name} is ${method} ${target}`, async () => {
      server.fail({ answer: (response) => sendJson(response, 200, { kind: 'List', metadata: {}, items: [] }) });
      await call();
      const seen = server.requests[0]!;
      const query = seen.query.toString();
      expect([seen.method, query === '' ? seen.path : `${seen.path}?${query}`]).toEqual([method, target]);
      expect(seen.headers['content-type']).toBe(type);
      if (body !== undefined) expect(JSON.parse(seen.body)).toEqual(body);
    });
  }

  it('a call without a name is a bug of the caller', () => {
    expect(() => configMaps.get('')).toThrow('a name is needed for a call on one of configmaps');
  });

  it('find returns undefined for a missing object and throws every other error', async () => {
    expect(await configMaps.find(key)).toBeUndefined();
    server.fail({ answer: (response) => sendStatus(response, 403, 'Forbidden') });
    await expect(configMaps.find(key)).rejects.toMatchObject({ reason: 'Forbidden' });
  });

  it('createIfAbsent creates once', async () => {
    const object = { metadata: { namespace: 'ns', name: 'a' } };
    expect(await configMaps.createIfAbsent(object)).toMatchObject({ metadata: { name: 'a' } });
    expect(await configMaps.createIfAbsent(object)).toBeUndefined();
  });

  it('deleteIfPresent returns whether the object existed', async () => {
    server.put('/api/v1/namespaces/ns/configmaps/a', {});
    expect(await configMaps.deleteIfPresent(key)).toBe(true);
    expect(await configMaps.deleteIfPresent(key)).toBe(false);
  });

  it('A-068 listAll reads all pages with the same limit', async () => {
    for (const name of ['a', 'b', 'c', 'd', 'e']) server.put(`/api/v1/namespaces/default/configmaps/${name}`, {});
    const names: string[] = [];
    for await (const item of configMaps.listAll({ limit: 2, resourceVersion: '0' })) names.push(item.metadata.name!);
    expect(names).toEqual(['a', 'b', 'c', 'd', 'e']);
    expect(server.requests.map((r) => r.query.toString())).toEqual([
      'limit=2&resourceVersion=0',
      'limit=2&continue=t0',
      'limit=2&continue=t1',
    ]);
  });

  it('A-068 listAll requests pages of 500 by default', async () => {
    for await (const _item of configMaps.listAll()) throw new Error('there is none');
    expect(server.requests[0]!.query.get('limit')).toBe('500');
  });

  it('objects are written by their own kind, which discovery maps', async () => {
    server.fail({
      answer: (r) =>
        sendJson(r, 200, {
          resources: [
            { name: 'widgets/status', kind: 'Widget' },
            { name: 'widgets', kind: 'Widget', namespaced: true },
          ],
        }),
    });
    server.fail({ when: (r) => r.method === 'POST', answer: (r) => sendJson(r, 201, { metadata: {} }) });
    await client.create({ apiVersion: 'example.com/v1', kind: 'Widget', metadata: { name: 'w', namespace: 'ns' } });
    expect(server.requests.map((r) => r.path)).toEqual([
      '/apis/example.com/v1',
      '/apis/example.com/v1/namespaces/ns/widgets',
    ]);
    await expect(client.create({ metadata: { name: 'w' } })).rejects.toMatchObject({ reason: 'BadRequest' });
  });

  it('requests metadata only in every call and view, and accepts whole objects of servers without support', async () => {
    server.put('/api/v1/namespaces/default/configmaps/a', {});
    const metadata = client.metadata(builtinResources.configMaps);
    await metadata.namespace('default').list();
    await metadata.find({ namespace: 'default', name: 'a' });
    let opened: () => void = () => undefined;
    const open = new Promise<void>((resolve) => (opened = resolve));
    const watching = metadata.watch({ onOpen: opened }).subscribe();
    await open;
    watching.unsubscribe();
    const wanted =
      'application/json;as=PartialObjectMetadataList;g=meta.orch.io;v=v1,' +
      'application/json;as=PartialObjectMetadata;g=meta.orch.io;v=v1,application/json';
    expect(server.requests.map(({ headers }) => headers.accept)).toEqual([wanted, wanted, wanted]);
  });
});
