import type { Agent } from 'undici';
import { TestServer } from '@orch/server-testing';

describe('claims with access for administrators', () => {
  let server: TestServer;
  let admin: Agent;
  afterEach(() => server.close());
  const post = async (path: string, body: object) =>
    (await server.call(path, { method: 'POST', body, agent: admin })).code;
  const requests = [{ name: 'r', exactly: { deviceClassName: 'd', adminAccess: true } }];
  const claim = (namespace: string) =>
    post(`/apis/resource.orch.io/v1/namespaces/${namespace}/resourceclaims`, {
      metadata: { generateName: 'c-' },
      spec: { devices: { requests } },
    });

  it('are for namespaces with the label, while the feature is enabled', async () => {
    server = await TestServer.start({});
    admin = await server.admin();
    const labels = { 'resource.orch.io/admin-access': 'true' };
    expect(await post('/api/v1/namespaces', { metadata: { name: 'devices', labels } })).toBe(201);
    expect([await claim('default'), await claim('devices')]).toEqual([422, 201]);
  });
});
