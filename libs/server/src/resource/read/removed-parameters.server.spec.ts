import { TestServer } from '@orch/server-testing';

describe('the removed parameter export', () => {
  it('is 400 in a read of one object unless it is off, and ignored in other requests', async () => {
    const server = await TestServer.start();
    const agent = await server.admin();
    const codeOf = async (path: string) => (await server.call(`/api/v1/namespaces${path}`, { agent })).code;
    const codes: Record<string, number> = {};
    for (const path of [
      '/default?export=true',
      '/default?export',
      '/default/status?export=1',
      '/none?export=true',
      '/default?export=false',
      '/default?export=0',
      '?export=true',
    ])
      codes[path] = await codeOf(path);
    const { json } = await server.call('/api/v1/namespaces/default?export=true', { agent });
    await server.close();
    expect(codes).toEqual({
      '/default?export=true': 400,
      '/default?export': 400,
      '/default/status?export=1': 400,
      '/none?export=true': 400,
      '/default?export=false': 200,
      '/default?export=0': 200,
      '?export=true': 200,
    });
    expect(json['message']).toBe('the export parameter, deprecated since v1.14, is no longer supported');
  });
});
