import { ReviewServer } from '@orch/testing';
import { AdmissionServer, CONFIG_MAPS, REGISTRATION } from '../admission-server.fixture.js';
import { allow } from '../review-answers.fixture.js';

describe('admission webhooks of services', () => {
  let server: AdmissionServer;
  let hook: ReviewServer;

  beforeAll(async () => {
    hook = await ReviewServer.start({
      asksForCertificate: false,
      dnsNames: ['named.hooks.svc', 'other.hooks', 'at-443.hooks.svc', 'at-8443.hooks.svc'],
    });
    const address = { servicePort: undefined, host: '127.0.0.1', port: Number(new URL(hook.url).port) };
    const serviceAddresses = [
      ...['named', 'other'].map((name) => ({ namespace: 'hooks', name, ...address })),
      // One of these ports each leads to the webhook, the other to nothing.
      ...[443, 8443].map((servicePort) => ({
        namespace: 'hooks',
        name: 'at-443',
        servicePort,
        host: '127.0.0.1',
        port: servicePort === 443 ? address.port : 1,
      })),
      ...[443, 8443].map((servicePort) => ({
        namespace: 'hooks',
        name: 'at-8443',
        servicePort,
        host: '127.0.0.1',
        port: servicePort === 8443 ? address.port : 1,
      })),
    ];
    server = await AdmissionServer.start({ serviceAddresses });
  });
  beforeEach(() => (hook.always = allow));
  afterEach(async () => {
    await server.clean();
    hook.reset();
  });
  afterAll(async () => {
    await server.close();
    await hook.close();
  });

  const register = (name: string) =>
    server.register('validating', hook, [
      { clientConfig: { service: { namespace: 'hooks', name, path: '/judge' }, caBundle: hook.caBundle } },
    ]);

  it('D-144 are called over TLS with server name NAME.NAMESPACE.svc', async () => {
    await register('named');
    expect((await server.createConfigMap('a')).code).toBe(201);
    expect(hook.calls).toMatchObject([
      { method: 'POST', path: '/judge?timeout=10s', serverName: 'named.hooks.svc', headers: { host: 'named.hooks.svc' } },
    ]);
  }); // prettier-ignore

  it.each([
    ['443 without one', 'at-443', undefined, 443],
    ['443', 'at-443', 443, 443],
    ['another', 'at-8443', 8443, 8443],
  ])('B-223 are called at their port: %s', async (_title, name, port, stored) => {
    await server.register('validating', hook, [
      { clientConfig: { service: { namespace: 'hooks', name, ...(port === undefined ? {} : { port }) }, caBundle: hook.caBundle } },
    ]);
    const { json } = await server.send(`GET ${REGISTRATION}/validatingwebhookconfigurations/tested`);
    expect(json['webhooks']).toMatchObject([{ clientConfig: { service: { name, port: stored } } }]);
    expect((await server.createConfigMap('a')).code).toBe(201);
    expect(hook.calls).toHaveLength(1);
  }); // prettier-ignore

  it('D-144 are not called with a certificate that has another name', async () => {
    await register('other');
    const { code, json } = await server.createConfigMap('a');
    expect([code, json['message']]).toEqual([
      500,
      expect.stringContaining('Post "https://other.hooks.svc:443/judge?timeout=10s": tls: failed to verify certificate: x509: certificate is not valid'),
    ]);
    expect(hook.calls).toEqual([]);
    expect((await server.send(`GET ${CONFIG_MAPS}/a`)).code).toBe(404);
  }); // prettier-ignore
});
