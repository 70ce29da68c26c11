import { runOrch, temporaryDirectory, type OrchProcess } from '@orch/testing';
import { join } from 'node:path';
import { makeMaps } from '../../support/fresh-namespace.js';
import { ResourceServer } from '../../support/resource-fixtures.js';

describe('a value that is missing or damaged in Redis', () => {
  let server: ResourceServer;
  let late: OrchProcess;
  let maps: string;
  let at: string;
  let directory: Awaited<ReturnType<typeof temporaryDirectory>>;

  beforeAll(async () => {
    server = await ResourceServer.start({ storage: 'redis' });
    directory = await temporaryDirectory();
    maps = server.paths.configMaps;
    await makeMaps(server, maps, 'a', 'missing', 'flipped', 'z');
    const versionOf = async (name: string) => (await server.get(`${maps}/${name}`)).body.metadata.resourceVersion!;
    const redis = server.plane.redis!;
    await redis.cli('DEL', `{orch}:v:${await versionOf('missing')}`);
    await redis.cli('SETRANGE', `{orch}:v:${await versionOf('flipped')}`, 20, 'X');
    late = runOrch([
      'apiserver',
      `--data-dir=${join(directory.path, 'late')}`,
      '--secure-port=0',
      '--storage-backend=redis',
      `--redis-url=${redis.url}`,
      '--disable-admission-plugins=ServiceAccount',
    ]);
    at = await late.ready;
  });
  afterAll(async () => {
    await late?.stop();
    await server?.stop();
    await directory?.remove();
  });

  it('stops no start: a server that comes later is ready, and says what is damaged', async () => {
    expect((await server.get('/readyz', { at })).code).toBe(200);
    for (const name of ['missing', 'flipped'])
      expect(late.log()).toMatch(new RegExp(`stored object damaged.*name=${name}`));
    const { text } = await server.get('/metrics', { at });
    expect(text).toContain('apiserver_storage_damaged_objects 2');
  });

  it('is never served: reads of it are errors that name it, other objects are served', async () => {
    for (const name of ['missing', 'flipped']) {
      const { code, body } = await server.get(`${maps}/${name}`, { at });
      expect([code, (body as unknown as { message: string }).message]).toEqual([
        500,
        expect.stringContaining(
          `the stored data of configmaps "${name}" in namespace "${server.namespace}" is damaged`,
        ),
      ]);
    }
    expect((await server.get(maps, { at })).code).toBe(500);
    expect((await server.get('/api/v1/namespaces/default/configmaps', { at })).code).toBe(200);
    expect((await server.get(`${maps}/z`, { at })).code).toBe(200);
    expect((await server.get('/api/v1/namespaces', { at })).code).toBe(200);
    // Servers that were running have the value.
    expect((await server.get(`${maps}/missing`)).code).toBe(200);
  });

  it('goes with a delete, and then everything is served again', async () => {
    for (const name of ['missing', 'flipped'])
      expect((await server.delete(`${maps}/${name}`, undefined, { at })).code).toBe(200);
    await makeMaps(server, maps, 'missing');
    for (const url of [at, ...server.plane.servers.map((one) => one.url)]) {
      const { code, body } = await server.get(maps, { at: url });
      expect([code, body.items.map(({ metadata }) => metadata.name)]).toEqual([200, ['a', 'missing', 'z']]);
    }
    expect((await server.get('/metrics', { at })).text).toContain('apiserver_storage_damaged_objects 0');
  });
});
