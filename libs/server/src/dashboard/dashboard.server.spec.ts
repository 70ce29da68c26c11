import { TestServer } from '@orch/server-testing';

afterAll(() => TestServer.closeAll());

describe('a server with the dashboard', () => {
  let server: TestServer;
  beforeAll(async () => {
    server = await TestServer.start({ anonymousAuth: false });
  });

  it('serves its public part to everyone, also where anonymous requests are refused', async () => {
    const { code, headers, json } = await server.call('/dashboard/config.json');
    expect({ code, json }).toMatchObject({ code: 200, json: { vocabulary: 'orch', login: { certificate: true } } });
    expect(headers['content-security-policy']).toContain("default-src 'none'");
    expect((await server.call('/dashboard')).headers['location']).toBe('/dashboard/');
    // An invalid token does not matter for the page.
    expect((await server.call('/dashboard/config.json', { token: 'unknown' })).code).toBe(200);
  });

  it.each(['/dashboards', '/dashboard.json', '/dashboard/streams', '/dashboard/streams/x', '/api/v1/dashboard/'])(
    'keeps %s behind authentication',
    async (path) => {
      expect((await server.call(path)).code).toBe(401);
      expect((await server.call(path, { method: 'POST' })).code).toBe(401);
    },
  );
});

it('a server without the dashboard serves nothing of it', async () => {
  const server = await TestServer.start({ dashboard: false });
  const agent = await server.admin();
  for (const path of ['/dashboard', '/dashboard/', '/dashboard/config.json', '/dashboard/streams'])
    expect((await server.call(path, { agent })).code).toBe(404);
});
