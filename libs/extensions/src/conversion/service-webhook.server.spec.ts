import { base, ConversionServer, VERSIONS, widget } from './conversion-server.fixture.js';

describe('a conversion webhook that is named by its Service', () => {
  let server: ConversionServer;
  beforeAll(async () => {
    server = await ConversionServer.start({
      named: ['hooks/fixed', 'hooks/external'],
      fixed: ['hooks/fixed', 'hooks/unnamed'],
    });
    await server.send('POST /api/v1/namespaces', { metadata: { name: 'hooks' } });
  });
  afterAll(() => server.close());
  afterEach(() => server.clear());

  const shown = async (clientConfig: object) => {
    await server.define(VERSIONS, clientConfig as never);
    await server.send(`POST ${base('v1')}`, widget('a', 'v1', 1));
    return server.send(`GET ${base('v2')}/a`);
  };
  const service = (spec: object) =>
    server.send('POST /api/v1/namespaces/hooks/services', { metadata: { name: 'external' }, spec });
  const isConverted = { code: 200, json: { spec: { dimensions: { size: 1 } } } };

  it('is called at the address of the flag, over TLS with the name of the service', async () => {
    expect(await shown(server.asService('fixed'))).toMatchObject(isConverted);
    expect(server.hook.calls).toMatchObject([
      { path: '/convert?timeout=30s', serverName: 'fixed.hooks.svc', headers: { host: 'fixed.hooks.svc' } },
    ]);
  });

  it('is not called with a certificate that has another name', async () => {
    const { code, json } = await shown(server.asService('unnamed'));
    expect([code, json.message]).toEqual([
      500,
      expect.stringContaining(
        'conversion webhook for example.com/v1, Kind=Widget failed: Post "https://unnamed.hooks.svc:443/convert?timeout=30s": tls: failed to verify certificate',
      ),
    ]);
    expect(server.callSizes).toEqual([]);
  });

  it('is called at the name of an ExternalName service, as soon as there is one', async () => {
    const clientConfig = server.asService('external', server.hookPort);
    expect(await shown(clientConfig)).toMatchObject({
      code: 500,
      json: { message: expect.stringContaining('service "external" not found') as string },
    });
    expect((await service({ type: 'ExternalName', externalName: 'localhost' })).code).toBe(201);
    expect(await server.send(`GET ${base('v2')}/a`)).toMatchObject(isConverted);
    expect(server.hook.calls).toMatchObject([{ serverName: 'external.hooks.svc' }]);
    await server.send('DELETE /api/v1/namespaces/hooks/services/external');
  });

  it('is looked for at the port of a service with a cluster IP', async () => {
    expect((await service({ ports: [{ port: 80 }] })).code).toBe(201);
    expect(await shown(server.asService('external', 8_443))).toMatchObject({
      code: 500,
      json: { message: expect.stringContaining('no service port 8443 found for service "external"') as string },
    });
    await server.send('DELETE /api/v1/namespaces/hooks/services/external');
  });
});
