import { VOCABULARY_NAMES } from '@orch/vocabulary';
import { ResourceServer } from '../../support/resource-fixtures.js';

// Left: A-501, A-502 (node lifecycle), A-505 to A-508 (feature gates), C-242, C-243 (volume controllers). CSRs:
// certificate-signing-request and built-in-signers; claims: lifecycles; bootstrap tokens: bootstrap-tokens.
describe.each(VOCABULARY_NAMES)('states of objects in the %s vocabulary', (vocabulary) => {
  let server: ResourceServer;
  let maps: string;

  beforeAll(async () => {
    server = await ResourceServer.shared(vocabulary);
    maps = server.paths.configMaps;
  });
  afterAll(() => server?.stop());

  it('A-486 C-246 a deleted object with finalizers terminates, from now on', async () => {
    await server.create(maps, { metadata: { name: 'x', finalizers: ['x.io/a'] } });
    const deleted = await server.delete(`${maps}/x`);
    expect(deleted).toMatchObject({ code: 200, body: { kind: 'ConfigMap', metadata: { finalizers: ['x.io/a'] } } });
    const age = Date.now() - Date.parse(deleted.body.metadata.deletionTimestamp!);
    expect(Math.abs(age)).toBeLessThan(2_000);
    expect((await server.get(`${maps}/x`)).body.metadata).toEqual(deleted.body.metadata);
  });

  it('A-486 deleted again it keeps the time of the first delete, and takes no new finalizers', async () => {
    await server.create(maps, { metadata: { name: 'again', finalizers: ['x.io/a'] } });
    const { deletionTimestamp } = (await server.delete(`${maps}/again`)).body.metadata;
    expect((await server.delete(`${maps}/again`)).body.metadata.deletionTimestamp).toBe(deletionTimestamp);
    const added = await server.merge(`${maps}/again`, { metadata: { finalizers: ['x.io/a', 'x.io/b'] } });
    expect(added.code).toBe(422);
  });

  it('A-487 it is removed with its last finalizer', async () => {
    await server.create(maps, { metadata: { name: 'last', finalizers: ['x.io/a', 'x.io/b'] } });
    await server.delete(`${maps}/last`);
    expect((await server.merge(`${maps}/last`, { metadata: { finalizers: ['x.io/b'] } })).code).toBe(200);
    expect((await server.get(`${maps}/last`)).code).toBe(200);
    expect((await server.merge(`${maps}/last`, { metadata: { finalizers: [] } })).code).toBe(200);
    expect((await server.get(`${maps}/last`)).code).toBe(404);
  });

  it('A-487 a live object without finalizers stays', async () => {
    await server.create(maps, { metadata: { name: 'live', finalizers: ['x.io/a'] } });
    await server.merge(`${maps}/live`, { metadata: { finalizers: null } });
    expect((await server.get(`${maps}/live`)).code).toBe(200);
  });
});
