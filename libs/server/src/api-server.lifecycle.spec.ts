import { once } from 'node:events';
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { PassThrough } from 'node:stream';
import { connect } from 'node:tls';
import { FakeClock } from '@orch/apimachinery';
import { createCertificateAuthority, issueCertificate } from '@orch/pki';
import { silentLogger } from '@orch/process';
import { EmbeddedStorage, StorageError } from '@orch/storage';
import { Subject, merge } from 'rxjs';
import { request } from 'undici';
import { startApiServer } from './start-api-server.js';
import { SlowWrite, TestServer } from '@orch/server-testing';

const CM = '/api/v1/namespaces/default/configmaps';
const CLUSTER_INFO = '/api/v1/namespaces/orch-public/configmaps/cluster-info';

describe('start and stop', () => {
  let dataDir: string;
  beforeEach(async () => (dataDir = await mkdtemp(join(tmpdir(), 'orch-life-'))));
  afterEach(async () => {
    await TestServer.closeAll();
    await rm(dataDir, { recursive: true, force: true });
  });

  it('D-012 keeps keys and certificates over a restart, and publishes the new address', async () => {
    const files = ['pki/ca.crt', 'pki/ca.key', 'pki/sa.key', 'pki/sa.pub', 'pki/apiserver.crt'];
    const read = () => Promise.all(files.map((file) => readFile(join(dataDir, file), 'utf8')));
    const first = await TestServer.start({ dataDir });
    const before = await read();
    const certificate = /client-certificate-data: (\S+)/.exec(await readFile(first.server.adminConfigPath, 'utf8'))![1];
    await first.close();
    const second = await TestServer.start({ dataDir });
    expect(await read()).toEqual(before);
    const config = await readFile(second.server.adminConfigPath, 'utf8');
    expect(config).toContain(certificate);
    expect(config).toContain(second.server.url);
    expect((await second.call(CLUSTER_INFO)).text).toContain(second.server.url);
    await second.close();
  });

  it('leaves cluster-info alone when autoupdate is "false"', async () => {
    const first = await TestServer.start({ dataDir });
    const body = {
      metadata: { annotations: { 'orch.io/autoupdate': 'false' } },
      data: { orchconfig: 'mine', 'jws-orchconfig-a': 's' },
    };
    const headers = { 'content-type': 'application/merge-patch+json' };
    expect((await first.call(CLUSTER_INFO, { method: 'PATCH', body, headers, agent: await first.admin() })).code).toBe(
      200,
    );
    await first.close();
    const second = await TestServer.start({ dataDir });
    expect((await second.call(CLUSTER_INFO)).json['data']).toEqual({ orchconfig: 'mine', 'jws-orchconfig-a': 's' });
    await second.close();
  });

  it('renews a certificate that is about to expire', async () => {
    const first = await TestServer.start({ dataDir }, { clock: new FakeClock(Date.now() - 360 * 86_400_000) });
    const before = await readFile(join(dataDir, 'pki/apiserver.crt'), 'utf8');
    await first.close();
    const second = await TestServer.start({ dataDir });
    expect(await readFile(join(dataDir, 'pki/apiserver.crt'), 'utf8')).not.toBe(before);
    expect((await second.call('/version')).code).toBe(200);
    await second.close();
  });

  it('keeps acknowledged objects over a restart', async () => {
    const first = await TestServer.start({ dataDir });
    expect(
      (await first.call(CM, { method: 'POST', body: { metadata: { name: 'kept' } }, agent: await first.admin() })).code,
    ).toBe(201);
    await first.close();
    const second = await TestServer.start({ dataDir });
    expect((await second.call(`${CM}/kept`, { agent: await second.admin() })).code).toBe(200);
    await second.close();
  });

  it('ends watches when it stops, and refuses connections afterwards', async () => {
    const server = await TestServer.start({ dataDir });
    const agent = await server.admin();
    const watch = await request(`${server.server.url}${CM}?watch=true`, { dispatcher: agent });
    expect(watch.statusCode).toBe(200);
    watch.body.resume();
    const ended = once(watch.body, 'end');
    const stopped = server.server.stop();
    await ended;
    await stopped;
    await expect(server.call('/version')).rejects.toThrow();
    await server.close();
  });

  it('completes requests in flight when it stops, and refuses new ones', async () => {
    const server = await TestServer.start({ dataDir });
    const write = new SlowWrite(server, await server.adminPair(), CM, 'late');
    await write.reading;
    const stopped = server.server.stop();
    const refused = await server.call('/version');
    expect([refused.code, refused.headers['retry-after'], refused.json.reason]).toEqual([
      503,
      '1',
      'ServiceUnavailable',
    ]);
    expect((await server.call('/readyz')).code).toBe(500);
    expect((await write.finish()).statusCode).toBe(201);
    await stopped;
    const second = await TestServer.start({ dataDir });
    expect((await second.call(`${CM}/late`, { agent: await second.admin() })).code).toBe(200);
  });

  it('refuses to share a data directory, with a readable error', async () => {
    const server = await TestServer.start({ dataDir });
    await expect(startApiServer({ dataDir, securePort: 0 })).rejects.toThrow(StorageError);
    await server.close();
  });

  it('logs and reports that the storage can no longer be used', async () => {
    const breaking = new Subject<never>();
    const storage = await EmbeddedStorage.open({ directory: join(dataDir, 'store') });
    const watch = storage.watch.bind(storage);
    jest.spyOn(storage, 'watch').mockImplementation((prefix, after) => merge(watch(prefix, after), breaking));
    const opened = jest.spyOn(EmbeddedStorage, 'open').mockResolvedValueOnce(storage);
    const broken = new Error('broken');
    const log = { ...silentLogger, error: jest.fn() };
    const server = await TestServer.start({ dataDir }, { log });
    opened.mockRestore();
    breaking.error(broken);
    await expect(server.server.failure).rejects.toBe(broken);
    expect(log.error).toHaveBeenCalledWith('the storage failed', { error: broken });
    await server.close();
  });

  it('leaves nothing open when it cannot start', async () => {
    await expect(startApiServer({ dataDir, securePort: 0, enableAdmissionPlugins: ['NoSuch'] })).rejects.toThrow(
      'unknown admission plugin "NoSuch"',
    );
    const server = await TestServer.start({ dataDir }); // the store is free again
    const port = Number(new URL(server.server.url).port);
    const other = await mkdtemp(join(tmpdir(), 'orch-life-'));
    await expect(startApiServer({ dataDir: other, securePort: port })).rejects.toThrow('EADDRINUSE');
    await server.close();
    await rm(other, { recursive: true });
  });

  it('D-011 D-015 serves the configured pair, and reloads it when the files change', async () => {
    const ca = await createCertificateAuthority({ commonName: 'x', notBeforeMs: Date.now() - 1_000, validityDays: 1 });
    const tlsCertFile = join(dataDir, 'own.crt');
    const tlsPrivateKeyFile = join(dataDir, 'own.key');
    const put = async (commonName: string) => {
      const usages = ['digital signature', 'server auth'];
      const made = await issueCertificate({ ca, commonName, usages, notBeforeMs: Date.now() - 1_000, validityDays: 1 });
      await writeFile(tlsPrivateKeyFile, made.privateKeyPem);
      await writeFile(tlsCertFile, made.certificatePem);
    };
    const reread: Array<() => void> = [];
    const nextLine = (level: string) => new Promise<void>((resolve) => (reread[level === 'info' ? 0 : 1] = resolve));
    const log = {
      ...silentLogger,
      info: (message: string) => void (message === 'certificates reloaded' && reread[0]?.()),
      error: (message: string) => void (message.startsWith('cannot reload certificates') && reread[1]?.()),
    };
    await put('first');
    const server = await TestServer.start({ dataDir, tlsCertFile, tlsPrivateKeyFile }, { log });
    const served = async () => {
      const socket = connect({
        port: Number(new URL(server.server.url).port),
        host: '127.0.0.1',
        rejectUnauthorized: false,
      });
      await once(socket, 'secureConnect');
      const name = socket.getPeerCertificate().subject.CN;
      socket.destroy();
      return name;
    };
    expect(await served()).toBe('first');
    let logged = nextLine('info');
    await put('second');
    await logged;
    expect(await served()).toBe('second');
    logged = nextLine('error');
    await writeFile(tlsCertFile, ca.certificatePem); // does not match the key
    await logged;
    expect(await served()).toBe('second');
    await server.close();
  });

  it('B-008 rejects bootstrap tokens without the flag; --anonymous-auth=false requires authentication on all paths', async () => {
    const server = await TestServer.start({ dataDir, anonymousAuth: false });
    expect((await server.call('/version')).code).toBe(401);
    expect((await server.call('/version', { token: 'abcdef.0123456789abcdef' })).code).toBe(401);
    await server.close();
  });

  it('D-016 accepts certificates of another authority with --client-ca-file', async () => {
    const ca = await createCertificateAuthority({
      commonName: 'other',
      notBeforeMs: Date.now() - 1_000,
      validityDays: 1,
    });
    const clientCaFile = join(dataDir, 'client-ca.crt');
    await writeFile(clientCaFile, ca.certificatePem);
    const server = await TestServer.start({ dataDir, clientCaFile });
    const { certificatePem, privateKeyPem } = await issueCertificate({
      ca,
      commonName: 'jim',
      usages: ['client auth'],
      notBeforeMs: Date.now() - 1_000,
      validityDays: 1,
    });
    const agent = server.agent({ cert: certificatePem, key: privateKeyPem });
    expect((await server.call(CM, { agent })).json.message).toContain('User "jim"');
    expect((await server.call(CM, { agent: await server.admin() })).code).toBe(200);
    await server.close();
  });

  it('stops although a connection without a request is open', async () => {
    const server = await TestServer.start({ dataDir });
    const agent = await server.admin();
    await server.call(CM, { agent });
    const { body } = await request(`${server.server.url}${CLUSTER_INFO}?watch=true`, { dispatcher: agent });
    body.once('error', () => undefined);
    body.destroy();
    await server.call('/version', { agent }); // the client opens a second connection next to it
    await server.server.stop();
    await server.close();
  });

  it('survives clients that abort requests', async () => {
    for (const http2 of [false, true]) {
      const server = await TestServer.start({ dataDir, http2 });
      const agent = server.agent(undefined, { allowH2: http2 });
      const gone = new AbortController();
      const body = new PassThrough();
      const call = request(`${server.server.url}${CM}`, {
        method: 'POST',
        body,
        dispatcher: await server.admin(),
        signal: gone.signal,
      });
      body.write('{');
      gone.abort();
      await expect(call).rejects.toThrow();
      expect((await server.call('/version', { agent })).code).toBe(200);
      await server.close();
    }
  });

  it('serves HTTP/2 with the flag, with client certificates and refusals', async () => {
    const server = await TestServer.start({ dataDir, http2: true });
    const admin = await server.admin();
    const config = await readFile(server.server.adminConfigPath, 'utf8');
    const value = (name: string) => Buffer.from(new RegExp(`${name}: (\\S+)`).exec(config)![1]!, 'base64').toString();
    const h2 = server.agent(
      { cert: value('client-certificate-data'), key: value('client-key-data') },
      { allowH2: true },
    );
    const created = await server.call(CM, { agent: h2, method: 'POST', body: { metadata: { name: 'h2' } } });
    expect(created.code).toBe(201);
    expect((await server.call(`${CM}/h2`, { agent: h2 })).code).toBe(200);
    expect((await server.call(`${CM}/h2`, { agent: admin })).code).toBe(200);
    expect((await server.call(CM, { agent: server.agent(undefined, { allowH2: true }) })).code).toBe(403);
    await server.close();
  });
});
