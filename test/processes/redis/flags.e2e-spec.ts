import { readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { ConfigMap } from '@orch/api';
import { builtinResources } from '@orch/client';
import { startRedis, temporaryDirectory, untilObject, type TemporaryDirectory, type TestRedis } from '@orch/testing';
import { startServerOnRedis, type ServerOnRedis } from '../../support/server-on-redis.js';

let files: TemporaryDirectory;
const running: { stop(): Promise<void> }[] = [];
const started = async <T extends { stop(): Promise<void> }>(starting: Promise<T>): Promise<T> => {
  const part = await starting;
  running.unshift(part);
  return part;
};
const file = async (name: string, text: string): Promise<string> => {
  await writeFile(join(files.path, name), text, { mode: 0o600 });
  return join(files.path, name);
};
const configMaps = ({ client }: ServerOnRedis) => client.resource<ConfigMap>(builtinResources.configMaps);
const write = (server: ServerOnRedis, name: string) =>
  configMaps(server).create({
    apiVersion: 'v1',
    kind: 'ConfigMap',
    metadata: { namespace: 'default', name },
  } as ConfigMap);
const keysOf = async (redis: TestRedis) => (await redis.cli('KEYS', '*')) as string[];

beforeAll(async () => (files = await temporaryDirectory()));
afterEach(async () => {
  for (const part of running.splice(0)) await part.stop();
});
afterAll(() => files.remove());

it('two servers on one Redis are one control plane; another prefix is another one', async () => {
  const redis = await started(startRedis());
  const [one, two] = await Promise.all([1, 2].map(() => started(startServerOnRedis([`--redis-url=${redis.url}`]))));
  const other = await started(startServerOnRedis([`--redis-url=${redis.url}`, '--redis-key-prefix=other']));
  await write(one!, 'shared');
  const there = await configMaps(two!).get({ namespace: 'default', name: 'shared' });
  expect(there.metadata.name).toBe('shared');
  await expect(configMaps(other).get({ namespace: 'default', name: 'shared' })).rejects.toMatchObject({ code: 404 });
  const prefixes = new Set((await keysOf(redis)).map((key) => key.slice(0, key.indexOf('}') + 1)));
  expect([...prefixes].toSorted()).toEqual(['{orch}', '{other}']);
});

it('TLS, certificates, a user with few rights and a password file, in a configuration file', async () => {
  const user = {
    name: 'orch',
    password: 'pass:wo/rd@1',
    rules: 'resetkeys ~{blue}* +@all -@dangerous +info +config|get +acl|dryrun',
  };
  const redis = await started(startRedis({ tls: 'mutual', users: [user] }));
  const { ca, client } = redis.certificates!;
  const settings = [
    'storage-backend: redis',
    `redis-url: [rediss://127.0.0.1:${redis.port}]`,
    'redis-key-prefix: blue',
    'redis-username: orch',
    `redis-password-file: ${await file('password', `${user.password}\n`)}`,
    `redis-ca-file: ${await file('ca.crt', ca)}`,
    `redis-cert-file: ${await file('client.crt', client.certificatePem)}`,
    `redis-key-file: ${await file('client.key', client.privateKeyPem)}`,
  ];
  const server = await started(startServerOnRedis([`--config=${await file('orch.yaml', settings.join('\n'))}`]));
  await write(server, 'secret');
  expect((await keysOf(redis)).every((key) => key.startsWith('{blue}'))).toBe(true);
});

it('a password in an address is nowhere in the log', async () => {
  const redis = await started(startRedis({ users: [{ name: 'orch', password: 'hunter2' }] }));
  const server = await started(startServerOnRedis([`--redis-url=${redis.url}`, '--log-level=debug']));
  await redis.kill();
  while ((await server.get('/readyz')).code === 200);
  await redis.restart();
  while ((await server.get('/readyz')).code !== 200);
  expect(server.process.log()).toContain('connected to Redis again');
  expect(server.process.log()).not.toContain('hunter2');
});

it('a resource may have a Redis of its own', async () => {
  const [main, extra] = await Promise.all([started(startRedis()), started(startRedis())]);
  const server = await started(
    startServerOnRedis([`--redis-url=${main.url}`, `--redis-servers-overrides=/configmaps#${extra.url}`]),
  );
  await write(server, 'elsewhere');
  const inIndex = async (redis: TestRedis) =>
    ((await redis.cli('ZRANGE', '{orch}:index', 0, -1)) as string[]).filter((key) => key.includes('elsewhere'));
  expect(await inIndex(extra)).toHaveLength(1);
  expect(await inIndex(main)).toEqual([]);
  expect((await server.get('/readyz?verbose')).text).toMatch(
    /\[\+\]storage ok: main: .*; \/configmaps: 0 revisions behind/,
  );
});

it('orch up shows a password of its file in no command line', async () => {
  const redis = await started(startRedis({ users: [{ name: 'orch', password: 'hunter2' }] }));
  const config = await file('up.yaml', `redis-url: [${redis.url}]\ncontrollers: [csr-cleaner]\nlog-level: debug\n`);
  const plane = await started(startServerOnRedis([`--config=${config}`], 'up'));
  await write(plane, 'greeting');
  const pids = [...plane.process.log().matchAll(/ started .*\bmember=(\S+) pid=(\d+)/g)];
  expect(pids.map(([, member]) => member)).toEqual(['apiserver', 'controller-manager']);
  for (const [, , pid] of pids) {
    const line = await readFile(`/proc/${pid}/cmdline`, 'utf8');
    expect(line).toContain('--log-level=debug');
    expect(line).not.toContain('hunter2');
  }
});

it('orch up runs the server on Redis, and the controllers', async () => {
  const redis = await started(startRedis());
  const plane = await started(
    startServerOnRedis([`--redis-url=${redis.url}`, '--controllers=root-ca-publisher'], 'up'),
  );
  const key = { namespace: 'default', name: 'orch-root-ca.crt' };
  await untilObject(configMaps(plane), key, 'the work of a controller', (found) => found !== undefined);
});
