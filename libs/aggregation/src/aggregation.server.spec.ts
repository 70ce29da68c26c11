import { once } from 'node:events';
import { readFile } from 'node:fs/promises';
import { createServer, type Server } from 'node:https';
import type { IncomingMessage, ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { join } from 'node:path';
import { connect as connectTls, type TLSSocket } from 'node:tls';
import { createCertificateAuthority, issueCertificate, type CertificateAndKey } from '@orch/pki';
import { sendRaw, TestServer } from '@orch/server-testing';
import type { Agent } from 'undici';

const APISERVICES = '/apis/apiregistration.orch.io/v1/apiservices';
const GROUP = 'things.example.com';
const LIST = {
  kind: 'APIResourceList',
  apiVersion: 'v1',
  groupVersion: `${GROUP}/v1`,
  resources: [{ name: 'things', singularName: 'thing', namespaced: true, kind: 'Thing', verbs: ['get', 'list'] }],
};

describe('an API server behind this one', () => {
  const validity = { notBeforeMs: Date.now() - 60_000, validityDays: 1 };
  let server: TestServer;
  let admin: Agent;
  let ca: CertificateAndKey;
  let backend: Server;
  const seen: IncomingMessage[] = [];
  /** Common names of the client certificates of these. */
  const callers: string[] = [];
  /** Answers requests of objects; discovery is always answered. */
  let answer: (request: IncomingMessage, response: ServerResponse) => void;
  const send = (response: ServerResponse, body: object): void => {
    response.setHeader('content-type', 'application/json');
    response.end(JSON.stringify(body));
  };
  const call = (path: string, body?: object, method = body ? 'POST' : 'GET', headers = {}) =>
    server.call(path, { agent: admin, method, headers, ...(body ? { body } : {}) });
  /** Status of a GET of the administrator; the path is sent as it is written. */
  const rawGet = async (path: string, ...headers: string[]): Promise<number> =>
    (await sendRaw(server, `GET ${path}`, headers, await server.adminPair())).code;
  const port = () => (backend.address() as AddressInfo).port;
  const register = (spec: object) =>
    call(APISERVICES, {
      metadata: { name: `v1.${GROUP}` },
      spec: {
        group: GROUP,
        version: 'v1',
        groupPriorityMinimum: 17_850,
        versionPriority: 15,
        service: { namespace: 'default', name: 'api', port: port() },
        ...spec,
      },
    });
  /** Watches the APIService until its condition is as wanted. */
  const untilAvailable = async (status: string): Promise<Record<string, string>> => {
    for (;;) {
      const { json } = await call(`${APISERVICES}/v1.${GROUP}`);
      const { resourceVersion } = json['metadata'] as { resourceVersion: string };
      const [condition] = (json['status'] as { conditions?: Record<string, string>[] } | undefined)?.conditions ?? [];
      if (condition?.['status'] === status) return condition;
      const query = `watch=true&timeoutSeconds=1&resourceVersion=${resourceVersion}`;
      await call(`${APISERVICES}?${query}&fieldSelector=metadata.name=v1.${GROUP}`);
    }
  };

  beforeAll(async () => {
    server = await TestServer.start();
    admin = await server.admin();
    ca = await createCertificateAuthority({ commonName: 'backend-ca', ...validity });
    const pair = await issueCertificate({
      ca,
      commonName: 'api',
      dnsNames: ['api.default.svc'],
      usages: ['server auth'],
      ...validity,
    });
    const proxyCa = await readFile(join(server.dataDir, 'pki', 'front-proxy-ca.crt'), 'utf8');
    const tls = { cert: pair.certificatePem, key: pair.privateKeyPem, ca: proxyCa, requestCert: true };
    backend = createServer({ ...tls, rejectUnauthorized: true }, (request, response) => {
      if (request.url === `/apis/${GROUP}/v1`) return send(response, LIST);
      if (['/apis', '/openapi/v2', '/openapi/v3'].includes(request.url!)) return void response.writeHead(404).end();
      seen.push(request);
      callers.push(String((request.socket as TLSSocket).getPeerCertificate().subject.CN));
      answer(request, response);
    });
    await once(backend.listen(0, '127.0.0.1'), 'listening');
    await call('/api/v1/namespaces/default/services', {
      metadata: { name: 'api' },
      spec: { type: 'ExternalName', externalName: '127.0.0.1', ports: [{ port: port() }] },
    });
  });
  beforeEach(() => {
    seen.length = 0;
    callers.length = 0;
    answer = (_request, response) => send(response, { answered: true });
  });
  afterAll(async () => {
    backend.closeAllConnections();
    backend.close();
    await TestServer.closeAll();
  });

  it('is asked as the user, with the certificate of this server, and without credentials of the client', async () => {
    await register({ caBundle: Buffer.from(ca.certificatePem).toString('base64') });
    await untilAvailable('True');
    const headers = {
      'x-remote-user': 'mallory',
      'x-remote-extra-a': 'b',
      authorization: 'Bearer nothing',
      'x-own': '1',
    };
    const { code, json } = await call(`/apis/${GROUP}/v1/namespaces/a/things/b%20c?x=%20y`, undefined, 'GET', headers);
    expect([code, json]).toEqual([200, { answered: true }]);
    const [request] = seen;
    expect(request!.url).toBe(`/apis/${GROUP}/v1/namespaces/a/things/b%20c?x=%20y`);
    expect(request!.headers).toMatchObject({
      'x-remote-user': 'orch-admin',
      'x-remote-group': 'system:masters, system:authenticated',
      'x-own': '1',
    });
    expect(Object.keys(request!.headers)).not.toEqual(expect.arrayContaining(['authorization']));
    expect(Object.keys(request!.headers)).not.toEqual(expect.arrayContaining(['x-remote-extra-a']));
    expect(callers).toEqual(['front-proxy-client']);
  });

  it('is asked only what the user may', async () => {
    const { code } = await server.call(`/apis/${GROUP}/v1/namespaces/a/things`);
    expect([code, seen.length]).toEqual([403, 0]);
  });

  it.each([
    [`/apis/${GROUP}/v1/namespaces%2Fa/things`, 404],
    [`/apis/${GROUP}/v1//namespaces/a/things`, 404],
    [`/apis/${GROUP}%2Fv1/namespaces/a/things`, 404],
    [`/apis/${GROUP}/v1/watch/namespaces%2Fa/things`, 404],
    [`/apis/${GROUP}/v1/namespaces/a/things/b%2Fc`, 404],
    [`/openapi/v3/apis/${GROUP}/v1/things`, 404],
    [`/openapi/v3/apis/${GROUP}/v1/../../../../apis/${GROUP}/v1/things`, 404],
    [`/openapi/v3/apis/${GROUP}/v1/%2e%2e/v1`, 404],
  ])('is not asked for %s, which was authorized as a path and not as a resource', async (path, code) => {
    const answered = await rawGet(path, 'Impersonate-User: jane');
    expect([answered, seen.length]).toEqual([code, 0]);
  });

  it('is not asked for a path that another server would normalize', async () => {
    expect([await rawGet(`/apis/${GROUP}/v1/namespaces/a/things/../../secrets`), seen.length]).toEqual([404, 0]);
  });

  it('sees who reads its OpenAPI document as a user without groups', async () => {
    await call(`/openapi/v3/apis/${GROUP}/v1`, undefined, 'GET', { 'impersonate-user': 'jane' });
    expect(seen.map(({ headers }) => [headers['x-remote-user'], headers['x-remote-group']])).toEqual([
      ['system:orch-aggregator', undefined],
    ]);
  });

  it('streams a watch, and redirects are not passed on', async () => {
    answer = (_request, response) => {
      response.setHeader('content-type', 'text/plain');
      response.write('{"type":"ADDED"}\n');
      response.end('{"type":"DELETED"}\n');
    };
    const watched = await call(`/apis/${GROUP}/v1/things?watch=true`);
    expect(watched.text).toBe('{"type":"ADDED"}\n{"type":"DELETED"}\n');
    answer = (_request, response) => void response.writeHead(302, { location: 'https://127.0.0.1:1/' }).end();
    const { code, text } = await call(`/apis/${GROUP}/v1/things`);
    expect([code, text]).toEqual([502, 'the backend attempted to redirect this request, which is not permitted']);
  });

  it('the connection serves the next request after a redirect in the middle of a body', async () => {
    answer = (incoming, response) => void incoming.once('data', () => response.writeHead(302, { location: '/' }).end());
    const { hostname, port: serverPort } = new URL(server.server.url);
    const pair = await server.adminPair();
    const socket = connectTls({ host: hostname, port: Number(serverPort), ca: server.caPem, ...pair });
    let received = '';
    const status = async (pattern: RegExp): Promise<void> => {
      while (!pattern.test(received)) received += String((await once(socket, 'data'))[0]);
    };
    const head = `POST /apis/${GROUP}/v1/namespaces/default/things HTTP/1.1\r\nHost: a\r\nContent-Length: 200000\r\n\r\n`;
    socket.write(`${head}${'x'.repeat(1_000)}`);
    await status(/HTTP\/1.1 502/);
    socket.write(`${'x'.repeat(199_000)}GET /version HTTP/1.1\r\nHost: a\r\n\r\n`);
    await status(/HTTP\/1.1 200/);
    socket.destroy();
  });

  it('has no HTTP in an upgraded connection when the time of the request is up', async () => {
    backend.once('upgrade', (_incoming, socket) => {
      socket.on('error', () => undefined); // it is closed by the server
      socket.write('HTTP/1.1 101 Switching Protocols\r\nConnection: Upgrade\r\nUpgrade: chat\r\n\r\nhello');
    });
    const path = `/apis/${GROUP}/v1/namespaces/default/things?timeout=2s`;
    const upgrade = ['Connection: Upgrade', 'Upgrade: chat'];
    const { code, text } = await sendRaw(server, `GET ${path}`, upgrade, await server.adminPair());
    expect([code, text]).toEqual([101, 'hello']);
  });

  it('is in discovery, in the order of its priority', async () => {
    const names = ((await call('/apis')).json['groups'] as { name: string }[]).map(({ name }) => name);
    expect(names.slice(0, 3)).toEqual(['apiregistration.orch.io', GROUP, 'apps']);
    const accept = 'application/json;g=apidiscovery.orch.io;v=v2;as=APIGroupDiscoveryList';
    const { json } = await call('/apis', undefined, 'GET', { accept });
    const groups = json['items'] as { metadata: { name: string }; versions: object[] }[];
    expect(groups.find(({ metadata }) => metadata.name === GROUP)?.versions).toEqual([
      {
        version: 'v1',
        freshness: 'Current',
        resources: [
          {
            resource: 'things',
            singularResource: 'thing',
            scope: 'Namespaced',
            responseKind: { group: '', version: '', kind: 'Thing' },
            verbs: ['get', 'list'],
          },
        ],
      },
    ]);
    expect((await call(`/apis/${GROUP}/v1`)).json).toEqual(LIST);
  });

  it('is not trusted with a certificate of another authority', async () => {
    const other = await createCertificateAuthority({ commonName: 'other', ...validity });
    const patch = { spec: { caBundle: Buffer.from(other.certificatePem).toString('base64') } };
    await call(`${APISERVICES}/v1.${GROUP}`, patch, 'PATCH', { 'content-type': 'application/merge-patch+json' });
    const { code, json } = await call(`/apis/${GROUP}/v1/things`);
    expect([code, json.message]).toEqual([503, expect.stringContaining('error trying to reach service')]);
    expect(seen).toHaveLength(0);
  });

  it('is unavailable when its service is gone, and the rest of discovery stays', async () => {
    await call('/api/v1/namespaces/default/services/api', undefined, 'DELETE');
    expect(await untilAvailable('False')).toMatchObject({
      reason: 'ServiceNotFound',
      message: 'service/api in "default" is not present',
    });
    const name = `v1.${GROUP}`;
    const page = (await call('/metrics')).text;
    expect(page).toContain(`\naggregator_unavailable_apiservice{name="${name}"} 1\n`);
    expect(page).toContain('\naggregator_unavailable_apiservice{name="v1.apps"} 0\n');
    expect(page).toContain(`\naggregator_unavailable_apiservice_total{name="${name}",reason="ServiceNotFound"} 1\n`);
    const { code, text } = await call(`/apis/${GROUP}/v1/things`);
    expect([code, text]).toEqual([503, 'service unavailable\n']);
    const accept = 'application/json;g=apidiscovery.orch.io;v=v2;as=APIGroupDiscoveryList';
    const { json } = await call('/apis', undefined, 'GET', { accept });
    const groups = json['items'] as { metadata: { name: string }; versions: { freshness: string }[] }[];
    expect(groups.find(({ metadata }) => metadata.name === GROUP)?.versions[0]?.freshness).toBe('Stale');
    expect(groups.find(({ metadata }) => metadata.name === 'apps')?.versions[0]?.freshness).toBe('Current');
    await call(`${APISERVICES}/v1.${GROUP}`, undefined, 'DELETE');
    expect((await call(`/apis/${GROUP}/v1/things`)).code).toBe(404);
  });
});
