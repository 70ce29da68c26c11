import { startControlPlane, startRedis, type TestControlPlane, type TestRedis } from '@orch/testing';
import { text } from 'node:stream/consumers';
import { connect } from 'node:tls';
import { request } from 'undici';
import { ControllerPorts } from '../support/controller-ports.js';
import { Scrapers } from '../support/scrapers.js';

const PASSWORD = 'never-in-a-log';
const QUEUE = '/queues/api/queues/service-account';
/** Everything that the board could change. */
const WRITES = [
  ...['/queues/api/queues/pause', '/queues/api/queues/resume', `${QUEUE}/pause`, `${QUEUE}/empty`, `${QUEUE}/obliterate`],
  ...[`${QUEUE}/clean/failed`, `${QUEUE}/concurrency`, `${QUEUE}/rate-limit`, `${QUEUE}/1/clean`],
] as const; // prettier-ignore
const RETRIES = [`${QUEUE}/retry/failed`, `${QUEUE}/promote`] as const;
/** Writes that look like retries. */
const DISGUISED = [
  ...[`${QUEUE}/clean/retry`, `${QUEUE}/clean/promote`, `${QUEUE}/pause;/retry`, `${QUEUE}/pause%23/retry/failed`],
  ...[`${QUEUE}/job-schedulers/retry`, `${QUEUE}/rate-limit/retry`],
] as const;
const FRAGMENTS = ['pause', 'empty', 'obliterate'].map((write) => `${QUEUE}/${write}#/retry`);

/** Of a PUT. Clients of HTTP remove fragments. */
async function statusLine(url: string, path: string, token: string): Promise<string> {
  const { hostname, port } = new URL(url);
  const socket = connect({ host: hostname, port: Number(port), rejectUnauthorized: false });
  const fields = `Host: a\r\nAuthorization: Bearer ${token}\r\nConnection: close\r\nContent-Length: 0`;
  socket.write(`PUT ${path} HTTP/1.1\r\n${fields}\r\n\r\n`);
  return (await text(socket)).split('\r\n', 1)[0]!;
}

describe('the board of shared work queues', () => {
  let plane: TestControlPlane;
  let redis: TestRedis;
  let scrapers: Scrapers;
  let ports: ControllerPorts;

  beforeAll(async () => {
    [plane, redis] = await Promise.all([
      startControlPlane({ command: 'apiserver', storage: 'embedded' }),
      startRedis({ users: [{ name: 'queue', password: PASSWORD }] }),
    ]);
    const nonResourceURLs = ['/queues', '/queues/*'];
    scrapers = await Scrapers.create(plane, [{ nonResourceURLs, verbs: ['get', 'put', 'post', 'patch', 'delete'] }]);
    ports = new ControllerPorts(plane.dataDir);
  });
  afterEach(() => ports.stopAll());
  afterAll(async () => {
    await ports?.agent.close();
    await plane?.stop();
    await redis?.stop();
  });

  const start = (...flags: string[]) =>
    ports.start('controller-manager', '--log-level=debug', '--work-queue=redis', `--work-queue-url=redis://queue:${PASSWORD}@127.0.0.1:${redis.port}`, ...flags); // prettier-ignore
  const ask: ControllerPorts['send'] = (...asked) => ports.send(...asked);

  it('is shown to who may request it, and to no other user', async () => {
    const { process, url } = await start('--work-queue-board');
    for (const path of ['/queues', '/queues/', '/queues/api/queues', '/queues/static/images/logo.svg']) {
      expect((await ask(url + path)).code).toBe(401);
      expect((await ask(url + path, scrapers.other)).code).toBe(403);
      expect((await ask(url + path, scrapers.reader)).code).toBe(200);
    }
    expect((await ask(`${url}/metrics`, scrapers.reader)).code).toBe(403);
    const page = await ask(`${url}/queues`, scrapers.reader);
    expect(page.headers['content-security-policy']).toContain("default-src 'self'");
    const { text } = await ask(`${url}/queues/api/queues`, scrapers.reader);
    const { queues } = JSON.parse(text) as { queues: { name: string; readOnlyMode: boolean }[] };
    expect(queues).toContainEqual(expect.objectContaining({ name: 'service-account', readOnlyMode: true }));
    expect(text + process.log()).not.toContain(PASSWORD);
    for (const token of [scrapers.reader, scrapers.other]) expect(process.log()).not.toContain(token);
  });

  it('only reads, also for who may write these paths', async () => {
    const { url } = await start('--work-queue-board');
    for (const path of [...WRITES, ...RETRIES]) {
      expect((await ask(url + path, undefined, 'PUT')).code).toBe(401);
      expect((await ask(url + path, scrapers.other, 'PUT')).code).toBe(403);
      expect([path, (await ask(url + path, scrapers.reader, 'PUT')).code]).toEqual([path, 405]);
    }
    expect((await ask(`${url}${QUEUE}/add`, scrapers.reader, 'POST')).code).toBe(405);
    expect((await ask(`${url}${QUEUE}/1/update-data`, scrapers.reader, 'PATCH')).code).toBe(405);
  });

  it('retries and promotes where a flag allows it, and nothing else', async () => {
    const { url } = await start('--work-queue-board', '--work-queue-board-retry');
    for (const path of RETRIES) {
      expect((await ask(url + path, scrapers.other, 'PUT')).code).toBe(403);
      expect([path, (await ask(url + path, scrapers.reader, 'PUT')).code]).toEqual([path, 200]);
    }
    for (const path of WRITES)
      expect([path, (await ask(url + path, scrapers.reader, 'PUT')).code]).toEqual([path, 405]);
    for (const path of DISGUISED)
      expect([path, [404, 405].includes((await ask(url + path, scrapers.reader, 'PUT')).code)]).toEqual([path, true]);
    for (const path of FRAGMENTS) {
      expect([path, await statusLine(url, path, scrapers.reader)]).toEqual([path, 'HTTP/1.1 400 Bad Request']);
    }
    const { queues } = JSON.parse((await ask(`${url}/queues/api/queues`, scrapers.reader)).text) as {
      queues: { isPaused: boolean }[];
    };
    expect(queues.filter(({ isPaused }) => isPaused)).toEqual([]);
    const data = { dispatcher: ports.agent, method: 'POST' as const, body: '{}' };
    const headers = { authorization: `Bearer ${scrapers.reader}`, 'content-type': 'application/json' };
    const added = await request(`${url}${QUEUE}/add`, { ...data, headers });
    await added.body.dump();
    expect(added.statusCode).toBe(405);
  });

  it('is off by default', async () => {
    const { url } = await start();
    expect((await ask(`${url}/queues`, scrapers.reader)).code).toBe(404);
  });
});
