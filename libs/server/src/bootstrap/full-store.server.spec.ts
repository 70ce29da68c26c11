import { SharedServers } from '@orch/server-testing';

const MAPS = '/api/v1/namespaces/default/configmaps';
const JSON_BODY = { 'content-type': 'application/json' };

describe('a full store', () => {
  it('can be opened: reads and deletes are served, and writes again once there is room', async () => {
    const shared = await SharedServers.open();
    try {
      const first = await shared.start('first');
      const create = async (server: typeof first, name: string) =>
        server.call(MAPS, {
          agent: await server.admin(),
          method: 'POST',
          headers: JSON_BODY,
          body: { metadata: { name } },
        });
      expect((await create(first, 'made')).code).toBe(201);
      await shared.redis.cli('CONFIG', 'SET', 'maxmemory', '1mb');
      const second = await shared.start('second');
      const agent = await second.admin();
      expect((await second.call(`${MAPS}/made`, { agent })).code).toBe(200);
      const refused = await create(second, 'more');
      expect(refused.code).toBe(503);
      expect(refused.json['message']).toContain('nothing was written');
      expect((await second.call(`${MAPS}/made`, { agent, method: 'DELETE' })).code).toBe(200);
      await shared.redis.cli('CONFIG', 'SET', 'maxmemory', 0);
      expect((await create(second, 'more')).code).toBe(201);
    } finally {
      await shared.close();
    }
  });

  it('can be opened while the stored namespace `default` is damaged, too', async () => {
    const shared = await SharedServers.open();
    try {
      const first = await shared.start('first');
      const { json } = await first.call('/api/v1/namespaces/default', { agent: await first.admin() });
      const { resourceVersion } = json['metadata'] as { readonly resourceVersion: string };
      await shared.redis.cli('SETRANGE', `{orch}:v:${resourceVersion}`, 20, 'X');
      await shared.redis.cli('CONFIG', 'SET', 'maxmemory', '1mb');
      const second = await shared.start('second');
      expect((await second.call('/readyz')).code).toBe(200);
      expect((await second.call('/api/v1/namespaces/default', { agent: await second.admin() })).code).toBe(500);
    } finally {
      await shared.close();
    }
  });
});
