import { once } from 'node:events';
import { stat, readFile, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { Readable } from 'node:stream';
import { connect } from 'node:tls';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createCertificateAuthority, issueCertificate } from '@orch/pki';
import { Agent, request } from 'undici';
import { TestServer } from '@orch/server-testing';

const DAY_MS = 86_400_000;
const CM = '/api/v1/namespaces/default/configmaps';

describe('a running API server', () => {
  let tokens: string;
  let server: TestServer;
  let admin: Agent;
  beforeAll(async () => {
    const directory = await mkdtemp(join(tmpdir(), 'orch-tokens-'));
    tokens = join(directory, 'tokens.csv');
    await writeFile(tokens, 'jane-token,jane,7,"dev,ops"\nroot-token,root,1,system:masters\n');
    const strictTransportSecurity = ['max-age=31536000', 'includeSubDomains'];
    server = await TestServer.start({ tokenAuthFile: tokens, enableBootstrapTokenAuth: true, strictTransportSecurity });
    admin = await server.admin();
  });
  afterAll(async () => {
    await server.close();
    await rm(join(tokens, '..'), { recursive: true });
  });

  describe('paths readable without credentials', () => {
    for (const [id, path] of [
      ['C-293', '/version'],
      ['C-294', '/healthz'],
      ['C-295', '/readyz'],
    ] as const) {
      it(`${id} ${path} is 200 without credentials`, async () => expect((await server.call(path)).code).toBe(200));
    }
    for (const [id, path] of [
      ['C-294', '/livez/ping'],
      ['C-288', '/api'],
      ['C-289', '/apis'],
      ['C-291', '/api/v1'],
      ['C-297', '/openapi/v2'],
      ['C-298', '/openapi/v3'],
    ] as const) {
      it(`D-097 ${path} is 403 without credentials`, async () => expect((await server.call(path)).code).toBe(403));
      it(`${id} ${path} is 200 for an administrator`, async () =>
        expect((await server.call(path, { agent: admin })).code).toBe(200));
    }
    it('C-293 version is all text and shows the emulated release', async () => {
      const { json } = await server.call('/version');
      expect(json).toMatchObject({ major: '1', minor: '37', gitVersion: expect.stringMatching(/^v1\.37\.0\+orch/) });
      expect(Object.values(json).every((value) => typeof value === 'string')).toBe(true);
    });
    it('C-293 version is indented for every client', async () => {
      const { text, json } = await server.call('/version', { headers: { 'user-agent': 'kubectl/v1.33.0' } });
      expect(text).toBe(JSON.stringify(json, null, 2));
    });
    it('C-273 the refusal of an authorizer may not be taken for a page', async () =>
      expect((await server.call('/api')).headers).toMatchObject({
        'content-type': 'application/json',
        'x-content-type-options': 'nosniff',
      }));
    it('C-294 health is the text ok, and verbose lists checks', async () => {
      expect((await server.call('/livez')).text).toBe('ok');
      expect((await server.call('/readyz?verbose')).text).toContain('[+]ping ok\n');
      expect((await server.call('/readyz?verbose&exclude=ping')).text).toContain('[+]ping excluded: ok\n');
      expect((await server.call('/livez/nosuch', { agent: admin })).code).toBe(404);
    });
    it('C-158 cluster-info in the public namespace has CA and address', async () => {
      const { code, json } = await server.call('/api/v1/namespaces/orch-public/configmaps/cluster-info');
      expect(code).toBe(200);
      const config = (json['data'] as Record<string, string>)['orchconfig']!;
      expect(config).toContain(`server: "${server.server.url}"`);
      expect(config).toContain(Buffer.from(server.caPem).toString('base64'));
    });
    it('C-298 documents are cached by hash and answered with 304', async () => {
      const { json } = await server.call('/openapi/v3', { agent: admin });
      const url = (json['paths'] as Record<string, { serverRelativeURL: string }>)['api/v1']!.serverRelativeURL;
      const document = await server.call(url, { agent: admin });
      expect(document.json['openapi']).toBe('3.0.0');
      expect(document.headers['cache-control']).toContain('immutable');
      const again = await server.call(url, {
        agent: admin,
        headers: { 'if-none-match': String(document.headers['etag']) },
      });
      expect([again.code, again.text]).toEqual([304, '']);
      expect((await server.call('/openapi/v3/api/v1?hash=OLD', { agent: admin })).code).toBe(301);
    });
  });

  describe('authentication', () => {
    it('B-117 no credential is anonymous', async () =>
      expect((await server.call(CM)).json).toMatchObject({
        code: 403,
        message:
          'configmaps is forbidden: User "system:anonymous" cannot list resource "configmaps" in API group "" in the namespace "default"',
        details: { kind: 'configmaps' },
      }));
    it('B-116 a bad token is 401, even on paths that allow anonymous access', async () => {
      const { code, json } = await server.call('/version', { token: 'bad' });
      expect([code, json.reason, json.message]).toEqual([401, 'Unauthorized', 'Unauthorized']);
    });
    it('D-002 an Authorization header of another scheme is ignored', async () =>
      expect((await server.call('/version', { headers: { authorization: 'Basic eA==' } })).code).toBe(200));
    it('D-019 a token of the token file authenticates its user', async () =>
      expect((await server.call(CM, { token: 'jane-token' })).json.message).toContain('User "jane"'));
    it('D-017 the administrator of admin.conf is allowed everything', async () =>
      expect((await server.call(CM, { agent: admin })).code).toBe(200));
    it('D-003 a certificate takes precedence over a token', async () =>
      expect((await server.call(CM, { agent: admin, token: 'jane-token' })).code).toBe(200));

    const certificate = async (change: { caOf?: 'other'; usage?: string; notBeforeMs?: number; days?: number }) => {
      const own = {
        certificatePem: server.caPem,
        privateKeyPem: await readFile(join(server.dataDir, 'pki', 'ca.key'), 'utf8'),
      };
      const ca = change.caOf
        ? await createCertificateAuthority({ commonName: 'x', notBeforeMs: Date.now() - DAY_MS, validityDays: 9 })
        : own;
      const issued = await issueCertificate({
        ca,
        commonName: 'jim',
        organizations: ['a', 'b'],
        usages: ['digital signature', change.usage ?? 'client auth'],
        notBeforeMs: change.notBeforeMs ?? Date.now() - 1_000,
        validityDays: change.days ?? 1,
      });
      return server.agent({ cert: issued.certificatePem, key: issued.privateKeyPem });
    };
    it('D-017 the common name of a certificate is the user', async () =>
      expect((await server.call(CM, { agent: await certificate({}) })).json.message).toContain('User "jim"'));
    it('D-004 a certificate of another authority is 401', async () =>
      expect((await server.call('/version', { agent: await certificate({ caOf: 'other' }) })).code).toBe(401));
    it('D-018 an expired certificate is 401', async () =>
      expect(
        (await server.call('/version', { agent: await certificate({ notBeforeMs: Date.now() - 3 * DAY_MS }) })).code,
      ).toBe(401));
    it('D-018 a certificate for servers only is 401', async () =>
      expect((await server.call('/version', { agent: await certificate({ usage: 'server auth' }) })).code).toBe(401));

    it('B-008 a bootstrap token Secret authenticates until it is deleted', async () => {
      const secrets = '/api/v1/namespaces/orch-system/secrets';
      const token = 'abcdef.0123456789abcdef';
      expect((await server.call(CM, { token })).code).toBe(401);
      const body = {
        apiVersion: 'v1',
        kind: 'Secret',
        metadata: { name: 'bootstrap-token-abcdef' },
        type: 'bootstrap.orch.io/token',
        data: {
          'token-id': Buffer.from('abcdef').toString('base64'),
          'token-secret': Buffer.from('0123456789abcdef').toString('base64'),
          'usage-bootstrap-authentication': Buffer.from('true').toString('base64'),
        },
      };
      expect((await server.call(secrets, { method: 'POST', body, agent: admin })).code).toBe(201);
      expect((await server.call(CM, { token })).json.message).toContain('User "system:bootstrap:abcdef"');
      await server.call(`${secrets}/bootstrap-token-abcdef`, { method: 'DELETE', agent: admin });
      expect((await server.call(CM, { token })).code).toBe(401);
    });
  });

  describe('answers', () => {
    it('C-093 carry Audit-Id and Cache-Control', async () => {
      const { headers } = await server.call(CM, { agent: admin, headers: { 'Audit-Id': 'mine' } });
      expect(headers).toMatchObject({ 'audit-id': 'mine', 'cache-control': 'no-cache, private' });
    });
    it.each(['/', '/healthz', '/api/v1', '/openapi/v2', '/none', CM, '/dashboard/'])(
      'of %s have Strict-Transport-Security when it is configured',
      async (path) => {
        const { headers } = await server.call(path, { agent: admin });
        expect(headers['strict-transport-security']).toBe('max-age=31536000; includeSubDomains');
      },
    );
    it('C-276 a missing object is 403 for a user without permission', async () => {
      const missing = await server.call(`${CM}/none`);
      expect([missing.code, missing.json.message]).toEqual([403, expect.stringContaining('cannot get resource')]);
    });
    it('C-276 refuses before it reads the body', async () =>
      expect((await server.call(CM, { method: 'POST', body: '{' })).code).toBe(403));
    it('C-266 a missing object is a Status', async () =>
      expect((await server.call(`${CM}/none`, { agent: admin })).json).toEqual({
        kind: 'Status',
        apiVersion: 'v1',
        metadata: {},
        status: 'Failure',
        message: 'configmaps "none" not found',
        reason: 'NotFound',
        details: { name: 'none', kind: 'configmaps' },
        code: 404,
      }));
    it('C-028 unknown resource is a Status, unknown root plain text', async () => {
      const resource = await server.call('/api/v1/foos', { agent: admin });
      expect([resource.code, resource.json.reason]).toEqual([404, 'NotFound']);
      const root = await server.call('/nope', { agent: admin });
      expect([root.code, root.text]).toEqual([404, '404 page not found\n']);
    });
    it('C-290 an unknown group is 404', async () =>
      expect((await server.call('/apis/x.io', { agent: admin })).code).toBe(404));
    it('C-308 extra path segments and wrong case are 404', async () => {
      for (const path of [`${CM}/a/b/c/d`, '/api/v1/namespaces/default/ConfigMaps'])
        expect((await server.call(path, { agent: admin })).code).toBe(404);
    });
    it('C-268 a broken escape is 400', async () =>
      expect((await server.call('/api/v1/nodes/%zz')).json).toMatchObject({ code: 400, reason: 'BadRequest' }));
    it('A-023 other methods are 405', async () => {
      for (const method of ['TRACE', 'PROPFIND', 'OPTIONS']) {
        expect((await server.call(CM, { agent: admin, method })).code).toBe(405);
      }
      expect((await server.call('/version', { agent: admin, method: 'POST' })).json).toMatchObject({
        code: 405,
        reason: 'MethodNotAllowed',
      });
    });
    it('C-091 are indented for curl and Wget', async () => {
      const curl = { 'user-agent': 'curl/8' };
      expect((await server.call('/api', { agent: admin, headers: curl })).text).toContain('\n  "kind"');
      expect((await server.call('/api', { agent: admin })).text).not.toContain('\n  ');
    });
    it('D-221 an invalid timeout is 400', async () =>
      expect((await server.call(`${CM}?timeout=soon`, { agent: admin })).json.reason).toBe('BadRequest'));
    it('C-296 metrics require permission, and count requests', async () => {
      expect((await server.call('/metrics')).code).toBe(403);
      await server.call(`${CM}/none`, { agent: admin });
      const { code, text } = await server.call('/metrics', { agent: admin });
      expect(code).toBe(200);
      expect(text).toMatch(
        /^apiserver_request_total\{verb="GET",group="",version="v1",resource="configmaps",subresource="",scope="resource",component="apiserver",dry_run="",code="404"\} \d+$/m,
      );
      expect(text).toMatch(/^apiserver_admission_step_admission_duration_seconds_count\{type="validate"/m);
      expect(text).toMatch(
        /^apiserver_admission_controller_admission_duration_seconds_count\{name="NamespaceLifecycle",type="\w+",operation="\w+"/m,
      );
    });
    it('C-299 the root lists paths', async () =>
      expect((await server.call('/', { agent: admin })).json['paths']).toEqual(
        expect.arrayContaining(['/api', '/apis', '/version', '/api/v1']),
      ));
  });

  describe('bodies', () => {
    const big = Buffer.alloc(4 * 1024 * 1024, 0x20);
    const limit = 'Request entity too large: limit is 3145728';
    it('C-094 D-217 more than 3 MiB is 413, and the client can read the answer', async () => {
      const { code, json, headers } = await server.call(CM, { method: 'POST', body: big, agent: admin });
      expect([code, json.reason, json.message]).toEqual([413, 'RequestEntityTooLarge', limit]);
      expect(headers['connection']).toBe('close');
    });
    it('C-094 one byte less is read', async () => {
      const body = Buffer.alloc(3_145_728, 0x20);
      expect((await server.call(CM, { method: 'POST', body, agent: admin })).json.reason).toBe('BadRequest');
    });
    it('C-094 the same without a Content-Length', async () => {
      const response = await request(`${server.server.url}${CM}`, {
        method: 'POST',
        dispatcher: admin,
        body: Readable.from(Array.from({ length: 64 }, () => Buffer.alloc(65_536, 0x20))),
      });
      expect(response.statusCode).toBe(413);
      await response.body.dump();
    });
    const raw = async () => {
      const socket = connect({ port: Number(new URL(server.server.url).port), host: '127.0.0.1', ca: server.caPem });
      await once(socket, 'secureConnect');
      return socket;
    };
    const waiting = (token: string, length: number) =>
      `POST ${CM} HTTP/1.1\r\nHost: localhost\r\nAuthorization: Bearer ${token}\r\nContent-Length: ${length}\r\nExpect: 100-continue\r\n\r\n`;
    it('a client that waits for 100 Continue is refused before it sends', async () => {
      const socket = await raw();
      socket.write(waiting('jane-token', 10));
      let text = '';
      socket.on('data', (chunk) => (text += String(chunk)));
      await once(socket, 'end');
      expect(text).toMatch(/^HTTP\/1\.1 403 [\s\S]*Connection: close/);
    });
    it('C-094 a body that is too large is refused without 100 Continue', async () => {
      const socket = await raw();
      socket.write(waiting('root-token', 4_000_000));
      const [first] = (await once(socket, 'data')) as [Buffer];
      expect(first.toString()).toMatch(/^HTTP\/1\.1 413 /);
      socket.destroy();
    });
    it('and a body within the limit gets 100 Continue', async () => {
      const socket = await raw();
      const body = JSON.stringify({ metadata: { name: 'continued' } });
      socket.write(waiting('root-token', body.length));
      const [first] = (await once(socket, 'data')) as [Buffer];
      expect(first.toString()).toBe('HTTP/1.1 100 Continue\r\n\r\n');
      socket.write(body);
      const [second] = (await once(socket, 'data')) as [Buffer];
      expect(second.toString()).toMatch(/^HTTP\/1\.1 201 /);
      socket.destroy();
    });
    it('a request that is not HTTP is answered with a Status', async () => {
      const socket = await raw();
      socket.write(`GET / HTTP/1.1\r\nX: ${'y'.repeat(70_000)}\r\n\r\n`);
      let text = '';
      socket.on('data', (chunk) => (text += String(chunk)));
      await once(socket, 'close');
      expect(text).toMatch(/^HTTP\/1\.1 431 [\s\S]*"kind":"Status"/);
    });
  });

  describe('bootstrap objects', () => {
    for (const [id, name] of [
      ['A-003', 'orch-system'],
      ['A-004', 'orch-public'],
      ['C-001', 'default'],
      ['C-001', 'orch-node-lease'],
    ] as const) {
      it(`${id} namespace ${name}`, async () =>
        expect((await server.call(`/api/v1/namespaces/${name}`, { agent: admin })).code).toBe(200));
    }
    it('C-003 reserved namespaces cannot be deleted', async () =>
      expect((await server.call('/api/v1/namespaces/default', { method: 'DELETE', agent: admin })).json).toMatchObject({
        code: 403,
        message: expect.stringContaining('this namespace may not be deleted'),
      }));
    it('C-024 refuses to create objects in a missing namespace', async () =>
      expect(
        (
          await server.call('/api/v1/namespaces/none/configmaps', {
            method: 'POST',
            body: { metadata: { name: 'x' } },
            agent: admin,
          })
        ).json,
      ).toMatchObject({ code: 404, message: 'namespaces "none" not found', details: { kind: 'namespaces' } }));
    it('keys and admin.conf are readable by the owner only', async () => {
      for (const file of ['pki/ca.key', 'pki/sa.key', 'pki/apiserver.key', 'admin.conf']) {
        expect((await stat(join(server.dataDir, file))).mode & 0o777).toBe(0o600);
      }
    });
  });
});
