import { builtinResources, type HasMetadata } from '@orch/client';
import { temporaryDirectory, untilGone, untilObject } from '@orch/testing';
import { VOCABULARY_NAMES } from '@orch/vocabulary';
import { ResourceServer, type Answer, type Fields } from '../support/resource-fixtures.js';

interface Address extends HasMetadata {
  spec?: { parentRef?: { group?: string; resource: string; namespace?: string; name: string } };
}

describe.each(VOCABULARY_NAMES)('addresses of services in the %s vocabulary', (vocabulary) => {
  let server: ResourceServer;
  beforeAll(async () => {
    server = await ResourceServer.start({ vocabulary, flags: ['--service-cluster-ip-range=10.9.0.0/24'] });
  });
  afterAll(() => server?.stop());

  const of = ({ plane }: ResourceServer) => plane.client.resource<Address>(builtinResources.ipAddresses);
  const key = (name: string) => ({ namespace: '', name });
  const recorded = (ip: string, on = server) =>
    untilObject(of(on), key(ip), 'the address', (found) => found !== undefined);
  const services = '/api/v1/namespaces/t1/services';
  const addresses = () => `/apis/${server.vocabulary.groups.networking}/v1/ipaddresses`;
  const make = (name: string, clusterIP: string, on = server): Promise<Answer> =>
    on.post(services, { metadata: { name }, spec: { clusterIP, ports: [{ port: 80 }] } });

  it('the service of the server has one', async () => {
    const found = await recorded('10.9.0.1');
    const { apiServerService, namespaces } = server.vocabulary;
    expect(found!.spec).toEqual({
      parentRef: { resource: 'services', namespace: namespaces.default, name: apiServerService },
    });
  });

  it('is there while a service has the address', async () => {
    await make('web', '10.9.0.20');
    const found = await recorded('10.9.0.20');
    expect(found!.spec).toEqual({ parentRef: { resource: 'services', namespace: 't1', name: 'web' } });
    const { addressFamily, addressManager } = server.vocabulary.labels;
    expect(found!.metadata.labels).toEqual({
      [addressFamily]: 'IPv4',
      [addressManager.label]: addressManager.services,
    });
    await server.delete(`${services}/web`);
    await untilGone(of(server), key('10.9.0.20'));
  });

  it('goes when the service has another type, and is the new owner when the address has one', async () => {
    await make('first', '10.9.0.21');
    const { uid } = (await recorded('10.9.0.21'))!.metadata;
    const external = { type: 'ExternalName', externalName: 'example.com', clusterIP: null, clusterIPs: null };
    expect((await server.merge(`${services}/first`, { spec: external })).code).toBe(200);
    expect((await make('second', '10.9.0.21')).code).toBe(201);
    const isOfSecond = (found: Address | undefined) => found?.spec?.parentRef?.name === 'second';
    const found = await untilObject(of(server), key('10.9.0.21'), 'the new owner', isOfSecond);
    expect(found!.metadata.uid).not.toBe(uid);
  });

  it('comes back when it is deleted', async () => {
    await make('kept', '10.9.0.22');
    const { uid } = (await recorded('10.9.0.22'))!.metadata;
    expect((await server.delete(`${addresses()}/10.9.0.22`)).code).toBe(200);
    const isAnother = (found: Address | undefined) => found !== undefined && found.metadata.uid !== uid;
    await untilObject(of(server), key('10.9.0.22'), 'another one', isAnother);
  });

  it('of another object is not given to a service, and stays', async () => {
    const spec = { parentRef: { group: 'example.com', resource: 'gateways', name: 'g' } };
    expect((await server.post(addresses(), { metadata: { name: '10.9.0.23' }, spec })).code).toBe(201);
    const refused = await make('late', '10.9.0.23');
    expect(refused.code).toBe(422);
    expect(refused.body.details.causes![0]!.message).toContain('provided IP is already allocated');
    expect((await server.get(`${addresses()}/10.9.0.23`)).body.spec as Fields).toEqual(spec);
    await server.delete(`${addresses()}/10.9.0.23`);
    expect((await make('late', '10.9.0.23')).code).toBe(201);
  });

  it('a release with such objects makes those of older services at its start', async () => {
    const folder = await temporaryDirectory();
    const dataDir = folder.path;
    const older = await ResourceServer.start({ vocabulary, dataDir, flags: ['--emulated-version=1.32'] });
    const made = await older.post(services, { metadata: { name: 'old' }, spec: { ports: [{ port: 80 }] } });
    const ip = made.body.spec['clusterIP'] as string;
    expect((await older.get(addresses())).code).toBe(404);
    await older.stop();
    const newer = await ResourceServer.start({
      vocabulary,
      dataDir,
      namespace: 't2',
      flags: ['--emulated-version=1.33'],
    });
    try {
      expect((await recorded(ip, newer))!.spec?.parentRef?.name).toBe('old');
    } finally {
      await newer.stop();
      await folder.remove();
    }
  });
});
