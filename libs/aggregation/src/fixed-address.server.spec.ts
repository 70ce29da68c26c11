import { once } from 'node:events';
import { connect, type TLSSocket } from 'node:tls';
import { ExtensionServer, registerAvailable, TestServer } from '@orch/server-testing';
import type { Agent } from 'undici';

const GROUP = 'things.example.com';

describe('an API server and webhooks at a fixed address, without Service objects', () => {
  let extension: ExtensionServer;
  let server: TestServer;
  let admin: Agent;

  beforeAll(async () => {
    extension = await ExtensionServer.start('nowhere/api');
    extension.documents.set(`/apis/${GROUP}/v1`, { kind: 'APIResourceList', groupVersion: `${GROUP}/v1`, resources: [] });
    const address = { namespace: 'nowhere', name: 'api', servicePort: undefined, host: '127.0.0.1', port: extension.port };
    server = await TestServer.start({ serviceAddresses: [address] });
    admin = await server.admin();
    await registerAvailable(server, admin, extension.apiService(GROUP, 'v1', { namespace: 'nowhere', name: 'api' }));
  }); // prettier-ignore
  afterAll(async () => {
    extension.stop();
    await TestServer.closeAll();
  });

  it('answers requests, with its certificate checked for the name of the service', async () => {
    extension.answer = (_request, response) => void response.end('answered');
    expect(await server.call(`/apis/${GROUP}/v1/things`, { agent: admin })).toMatchObject({ code: 200, text: 'answered' });
  }); // prettier-ignore

  it('answers calls of webhooks that name the service', async () => {
    const reviewed: string[] = [];
    extension.answer = (request, response) => {
      reviewed.push(request.url!);
      const chunks: Buffer[] = [];
      request.on('data', (chunk: Buffer) => chunks.push(chunk));
      request.on('end', () => {
        const review = JSON.parse(Buffer.concat(chunks).toString()) as { apiVersion: string; request: { uid: string } };
        const denial = { uid: review.request.uid, allowed: false, status: { message: 'not today' } };
        response.end(JSON.stringify({ apiVersion: review.apiVersion, kind: 'AdmissionReview', response: denial }));
      });
    };
    const service = { namespace: 'nowhere', name: 'api', path: '/review' };
    const webhook = {
      name: 'a.example.com',
      clientConfig: { service, caBundle: Buffer.from(extension.ca).toString('base64') },
      rules: [{ apiGroups: [''], apiVersions: ['v1'], operations: ['CREATE'], resources: ['configmaps'] }],
      sideEffects: 'None',
      admissionReviewVersions: ['v1'],
    };
    const path = '/apis/admissionregistration.orch.io/v1/validatingwebhookconfigurations';
    const body = { metadata: { name: 'hook' }, webhooks: [webhook] };
    expect((await server.call(path, { agent: admin, method: 'POST', body })).code).toBe(201);
    const created = { agent: admin, method: 'POST', body: { metadata: { name: 'a' } } };
    const { code, json } = await server.call('/api/v1/namespaces/default/configmaps', created);
    expect([code, json.message]).toEqual([400, 'admission webhook "a.example.com" denied the request: not today']);
    expect(reviewed).toEqual(['/review?timeout=10s']);
  });

  it.each(['websocket', 'SPDY/3.1'])('C-022 an upgrade to %s passes through in both directions', async (protocol) => {
    const accept = `HTTP/1.1 101 Switching Protocols\r\nConnection: Upgrade\r\nUpgrade: ${protocol}\r\n\r\nhello`;
    extension.server.once('upgrade', (request, backend) => {
      expect([request.url, request.headers.upgrade]).toEqual([`/apis/${GROUP}/v1/things/a/attach?x=1`, protocol]);
      expect(request.headers['x-remote-user']).toBe('orch-admin');
      backend.write(accept);
      backend.on('data', (chunk) => backend.write(String(chunk).toUpperCase()));
      backend.on('end', () => backend.end());
    });
    const socket = await upgrade(`/apis/${GROUP}/v1/things/a/attach?x=1`, protocol);
    let heard = '';
    const hears = async (text: string): Promise<void> => {
      while (!heard.endsWith(text)) heard += String((await once(socket, 'data'))[0]);
    };
    await hears('hello');
    expect(heard).toMatch(new RegExp(`^HTTP/1.1 101 Switching Protocols\r\n[^]*upgrade: ${protocol}\r\n`));
    socket.write('\u0001\u0002raw bytes');
    await hears('\u0001\u0002RAW BYTES');
    socket.end();
    await once(socket, 'close');
  });

  async function upgrade(path: string, protocol: string): Promise<TLSSocket> {
    const { hostname, port, host } = new URL(server.server.url);
    const socket = connect({ host: hostname, port: Number(port), ca: server.caPem, ...(await server.adminPair()) });
    await once(socket, 'secureConnect');
    socket.write(`GET ${path} HTTP/1.1\r\nHost: ${host}\r\nConnection: Upgrade\r\nUpgrade: ${protocol}\r\n\r\n`);
    return socket;
  }
});
