import { startRedis, type TestRedis } from '@orch/testing';
import { startServerOnRedis, type ServerOnRedis } from '../../support/server-on-redis.js';

let redis: TestRedis;
let server: ServerOnRedis;
beforeAll(async () => {
  redis = await startRedis();
  server = await startServerOnRedis([`--redis-url=${redis.url}`]);
});
afterAll(async () => {
  await server?.stop();
  await redis?.stop();
});

const metric = async (name: string): Promise<number> => {
  const text = await server.client.text({ method: 'GET', path: '/metrics' });
  const line = text.split('\n').find((one) => one.startsWith(`apiserver_storage_${name}`));
  return Number(line?.split(' ').at(-1));
};

it('C-294 readyz shows how far the server is behind', async () => {
  const { code, text } = await server.get('/readyz?verbose');
  expect(code).toBe(200);
  expect(text).toMatch(
    /^\[\+\]storage ok: main: 0 revisions behind, \d+ changes of history, 0 reconnects, 0 rebuilds, commit \d+\.\d ms.*$/m,
  );
  expect((await server.get('/livez?verbose')).text).toBe('[+]ping ok\nlivez check passed\n');
});

it('metrics tell of the store and of the calls', async () => {
  expect(await metric('connected{store="main"}')).toBe(1);
  expect(await metric('behind_revisions{store="main"}')).toBe(0);
  expect(await metric('revision{store="main"}')).toBeGreaterThan(10);
  expect(await metric('function_duration_seconds_count{store="main",function="commit"}')).toBeGreaterThan(1);
});

it('a Redis that hangs makes the server unready in bounded time, not dead', async () => {
  redis.pause();
  while ((await server.get('/readyz')).code === 200);
  expect((await server.get('/livez')).code).toBe(200);
  expect((await server.get('/readyz?verbose')).text).toContain('[-]storage failed: reason withheld');
  redis.resume();
  while ((await server.get('/readyz')).code !== 200);
});

it('logs that Redis is lost and that it is back; the connection metric shows it', async () => {
  await redis.kill();
  while ((await server.get('/readyz')).code === 200);
  expect((await server.get('/livez')).code).toBe(200);
  await redis.restart();
  while ((await server.get('/readyz')).code !== 200);
  const log = server.process.log();
  expect(log).toMatch(/WARN {2}not connected to Redis store=main/);
  expect(log).toMatch(/INFO {2}connected to Redis again store=main/);
  expect(log).toMatch(/health check failed endpoint=readyz check=storage/);
  expect(await metric('reconnects_total{store="main"}')).toBeGreaterThan(0);
  expect(await metric('epochs_total{store="main"}')).toBeGreaterThan(0);
  expect(await metric('rebuilds_total{store="main"}')).toBe(0);
});
