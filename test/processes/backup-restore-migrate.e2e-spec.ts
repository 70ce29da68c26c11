import { createReadStream, existsSync, readdirSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import type { ConfigMap, Secret, ServiceAccount } from '@orch/api';
import { builtinResources, type Client } from '@orch/client';
import { readBackup, type Stored } from '@orch/storage';
import {
  clientFor,
  runCommand,
  startControlPlane,
  startRedis,
  temporaryDirectory,
  type TemporaryDirectory,
  type TestControlPlane,
  type TestRedis,
} from '@orch/testing';
import { vocabularies } from '@orch/vocabulary';
import { firstValueFrom } from 'rxjs';
import { whoIs } from '../support/who-is.js';

const ORCH = join(__dirname, '../../bin/orch.js');
const vocabulary = vocabularies.orch;
const orch = (...args: readonly string[]) => runCommand(process.execPath, [ORCH, ...args]);

const configMapsOf = (client: Client) => client.resource<ConfigMap>(builtinResources.configMaps).namespace('t1');
const secretsOf = (client: Client) => client.resource<Secret>(builtinResources.secrets).namespace('t1');

let home: TemporaryDirectory;
const at = (name: string) => join(home.path, name);
beforeAll(async () => void (home = await temporaryDirectory()));
afterAll(() => home?.remove());

async function itemsOf(path: string): Promise<{ revision: number; items: Map<string, Stored> }> {
  const { header, items } = await readBackup(createReadStream(path) as AsyncIterable<Buffer>);
  const all = new Map<string, Stored>();
  for await (const item of items) all.set(item.key, item);
  return { revision: header.revision, items: all };
}

/** What a client sees of the ConfigMaps and Secrets. */
async function seenBy(client: Client) {
  const [configMaps, secrets] = await Promise.all([configMapsOf(client).list(), secretsOf(client).list()]);
  return [...configMaps.items, ...secrets.items].map(({ metadata, ...rest }) => ({
    name: metadata.name,
    uid: metadata.uid,
    version: metadata.resourceVersion,
    data: 'data' in rest ? rest.data : undefined,
  }));
}

/** A client with the administrator's file of one server, whose address was replaced. */
function movedClient(adminConf: string, from: string, to: string, file: string): Client {
  writeFileSync(file, readFileSync(adminConf, 'utf8').replaceAll(from, to), { mode: 0o600 });
  return clientFor(file, vocabulary);
}

const startOn = (dataDir: string, ...flags: readonly string[]): Promise<TestControlPlane> =>
  startControlPlane({ command: 'apiserver', storage: 'embedded', dataDir, flags });

async function fillServer(client: Client): Promise<string> {
  await client.resource(builtinResources.namespaces).create({
    apiVersion: 'v1',
    kind: 'Namespace',
    metadata: { name: 't1' },
  });
  const accounts = client.resource<ServiceAccount>(builtinResources.serviceAccounts);
  const key = { namespace: 't1', name: 'worker' };
  await accounts.create({ apiVersion: 'v1', kind: 'ServiceAccount', metadata: key });
  await secretsOf(client).create({ apiVersion: 'v1', kind: 'Secret', metadata: { name: 's' }, data: { k: 'djE=' } });
  const { status } = await accounts.subresource('token').create<{ status: { token: string } }>(key, {
    apiVersion: `${vocabulary.groups.authentication}/v1`,
    kind: 'TokenRequest',
    spec: {},
  });
  return status.token;
}

describe.each(['embedded', 'redis'] as const)(
  'a backup of a control plane on the %s store that is written to',
  (backend) => {
    const PAIRS = 8;
    const busy = () => at(`busy-${backend}`);
    let plane: TestControlPlane;
    /** Where it is restored. */
    let elsewhere: TestRedis | undefined;
    const onRedis = (url: string | undefined) =>
      url === undefined ? [] : ['--storage-backend=redis', `--redis-url=${url}`];
    const source = () => [`--data-dir=${busy()}`, ...onRedis(plane.redis?.url)];
    const target = (name: string) => [`--data-dir=${at(`${name}-${backend}`)}`, ...onRedis(elsewhere?.url)];
    let token: string;
    /** Version and count of every change, by name, from the events of a watch. */
    const changes = new Map<string, { version: number; n: string }[]>();
    const backups: string[] = [];

    beforeAll(async () => {
      plane = await startControlPlane({ command: 'apiserver', storage: backend, dataDir: busy() });
      if (backend === 'redis') elsewhere = await startRedis();
      token = await fillServer(plane.client);
      const configMaps = configMapsOf(plane.client);
      let isOver = false;
      let sawLast: () => void;
      const lastSeen = new Promise<void>((resolve) => (sawLast = resolve));
      const watching = configMaps.watch({ resourceVersion: '1' }).subscribe(({ object }) => {
        const { name, resourceVersion } = object.metadata;
        const of = changes.get(name!) ?? [];
        changes.set(name!, of);
        of.push({ version: Number(resourceVersion), n: object.data?.['n'] ?? '' });
        if (name === 'last') sawLast();
      });
      /** First the one, then the other: at every moment the first is at most one ahead. */
      const pair = async (i: number) => {
        const make = (name: string) =>
          configMaps.create({ apiVersion: 'v1', kind: 'ConfigMap', metadata: { name }, data: { n: '0' } });
        let [first, second] = [await make(`first-${i}`), await make(`second-${i}`)];
        for (let n = 1; !isOver; n++) {
          first = await configMaps.replace({ ...first, data: { n: String(n) } });
          second = await configMaps.replace({ ...second, data: { n: String(n) } });
        }
      };
      const writing = Array.from({ length: PAIRS }, (_, i) => pair(i));
      for (let i = 0; i < 4; i++) {
        const file = at(`busy-${backend}-${i}.bak`);
        const { status, stdout, stderr } = await orch('backup', ...source(), file, ...(i % 2 ? ['--compress'] : []));
        expect([status, stderr]).toEqual([0, '']);
        expect(stdout).toMatch(/^saved \d+ objects at revision \d+ to \S+ \(\d+\.\d [kM]B\)\n$/);
        backups.push(file);
      }
      isOver = true;
      await Promise.all(writing);
      await configMaps.create({ apiVersion: 'v1', kind: 'ConfigMap', metadata: { name: 'last' } });
      await lastSeen;
      watching.unsubscribe();
    });
    afterAll(async () => {
      await plane?.stop();
      await elsewhere?.stop();
    });

    it('holds every change up to its revision, and none after', async () => {
      const revisions: number[] = [];
      for (const file of backups) {
        const { revision, items } = await itemsOf(file);
        revisions.push(revision);
        for (const [name, all] of changes) {
          const newest = all.filter(({ version }) => version <= revision).at(-1);
          const item = items.get(`configmaps\0t1\0${name}`);
          expect(item?.revision).toBe(newest?.version);
          if (!item) continue;
          const object = JSON.parse(item.value.toString()) as ConfigMap;
          expect([object.metadata.resourceVersion, object.data?.['n'] ?? '']).toEqual([
            String(newest?.version),
            newest?.n,
          ]);
        }
        for (let i = 0; i < PAIRS; i++) {
          const count = (name: string) => {
            const item = items.get(`configmaps\0t1\0${name}`);
            return item ? Number((JSON.parse(item.value.toString()) as ConfigMap).data?.['n']) : -1;
          };
          const ahead = count(`first-${i}`) - count(`second-${i}`);
          expect([0, 1]).toContain(ahead);
        }
      }
      expect(revisions).toEqual(revisions.toSorted((a, b) => a - b));
      expect(new Set(revisions).size).toBe(revisions.length);
    });

    it('is a file that only its owner may read, and no other file is left', () => {
      expect(readdirSync(home.path).filter((name) => name.endsWith('.tmp'))).toEqual([]);
      for (const file of backups) expect((statSync(file).mode & 0o777).toString(8)).toBe('600');
    });

    it('verified, says what it holds; damaged, where', async () => {
      const [whole] = backups as [string];
      const { stdout } = await orch('restore', '--verify-only', whole);
      expect(stdout).toMatch(/busy-\w+-0\.bak is whole: \d+ objects at revision \d+, made \S+Z by release \S+\n$/);
      const bytes = readFileSync(whole);
      const place = Math.floor(bytes.length / 2);
      bytes[place] = (bytes[place] ?? 0) ^ 1;
      writeFileSync(at('damaged.bak'), bytes);
      const damaged = await orch('restore', `--data-dir=${at('none')}`, at('damaged.bak'));
      expect(damaged.status).toBe(1);
      expect(damaged.stderr).toMatch(/damaged\.bak: damaged at byte \d+: .*\. Nothing was written\n$/);
      writeFileSync(at('cut.bak'), bytes.subarray(0, place - 1));
      const cut = await orch('restore', `--data-dir=${at('none')}`, at('cut.bak'));
      expect(cut.status).toBe(1);
      expect(existsSync(at('none'))).toBe(false);
    });

    it('goes through pipes', async () => {
      const pipe = `node="$0"; orch="$1"; shift; "$node" "$orch" backup "$@" - | "$node" "$orch" restore --verify-only -`;
      const { status, stdout, stderr } = await runCommand('sh', ['-c', pipe, process.execPath, ORCH, ...source()]);
      expect([status, stdout]).toEqual([0, expect.stringMatching(/^standard input is whole: /)]);
      expect(stderr).toMatch(/^saved \d+ objects at revision \d+ to standard output/);
    });

    it('is not restored where a server runs', async () => {
      const { status, stderr } = await orch('restore', ...source(), backups[0]!);
      expect(status).toBe(1);
      expect(stderr).toMatch(backend === 'redis' ? /was written to before/ : /is in use by process \d+: stop it first/);
    });

    it('restored, is the same control plane: objects, uids, versions, trust, tokens; later versions are gone', async () => {
      const { revision, items } = await itemsOf(backups[1]!);
      const before = (await seenBy(plane.client)).map(({ name, uid }) => [name, uid]);
      const lastVersion = String(changes.get('last')![0]!.version);
      const { status, stdout } = await orch('restore', ...target('restored'), backups[1]!);
      const place = elsewhere?.url ?? at('restored-embedded');
      expect([status, stdout]).toEqual([
        0,
        `restored ${items.size} objects into ${place}, which goes on at revision ${revision + 2 ** 40}\n`,
      ]);
      const restored = await startOn(at(`restored-${backend}`), ...onRedis(elsewhere?.url));
      const client = movedClient(plane.adminConf, plane.url, restored.url, at(`moved-${backend}.conf`));
      try {
        const seen = await seenBy(client);
        expect(seen.map(({ name, uid }) => [name, uid])).toEqual(before.filter(([name]) => name !== 'last'));
        for (const { name, version, data } of seen) {
          const item = items.get(`configmaps\0t1\0${name}`) ?? items.get(`secrets\0t1\0${name}`);
          expect(version).toBe(String(item?.revision));
          expect(data).toEqual((JSON.parse(item!.value.toString()) as ConfigMap).data);
        }
        expect(await whoIs(restored, token)).toBe('system:serviceaccount:t1:worker');
        for (const version of [String(revision), lastVersion, String(revision + 2 ** 40 - 1)])
          await expect(firstValueFrom(configMapsOf(client).watch({ resourceVersion: version }))).rejects.toMatchObject({
            code: 410,
          });
        const made = await configMapsOf(client).create({
          apiVersion: 'v1',
          kind: 'ConfigMap',
          metadata: { name: 'new' },
        });
        expect(Number(made.metadata.resourceVersion)).toBeGreaterThan(revision + 2 ** 40);
      } finally {
        await client.close();
        await restored.stop();
      }
    });

    it('is not restored over an existing store, nor into a directory with other keys', async () => {
      const again = await orch('restore', ...target('restored'), backups[1]!);
      const there = at(`other-${backend}`);
      expect([again.status, again.stderr]).toEqual([
        1,
        expect.stringMatching(/was written to before, and nothing is overwritten/),
      ]);
      const other = await startOn(there);
      await other.stop();
      rmSync(join(there, 'store'), { recursive: true });
      const refused = await orch('restore', `--data-dir=${there}`, backups[1]!);
      expect([refused.status, refused.stderr]).toEqual([
        1,
        expect.stringMatching(/other-\w+\/pki\/\S+ is another one than that of the backup/),
      ]);
      rmSync(join(there, 'store'), { recursive: true });
      expect((await orch('restore', `--data-dir=${there}`, '--without-keys', backups[1]!)).status).toBe(0);
    });
  },
);

describe('a control plane that moves to Redis and back', () => {
  let redis: TestRedis;
  beforeAll(async () => void (redis = await startRedis()));
  afterAll(() => redis?.stop());

  it('keeps its objects, uids, versions, trust and tokens; its keys stay in files', async () => {
    const first = await startOn(at('migrated'));
    const token = await fillServer(first.client);
    const before = await seenBy(first.client);
    const there = [
      'migrate',
      '--from=embedded',
      '--to=redis',
      `--data-dir=${at('migrated')}`,
      `--redis-url=${redis.url}`,
    ];
    const running = await orch(...there);
    expect([running.status, running.stderr]).toEqual([
      1,
      expect.stringMatching(/is in use by process \d+: stop it first/),
    ]);
    await first.stop();

    const moved = await orch(...there);
    expect([moved.status, moved.stderr]).toEqual([0, '']);
    const onRedis = ['--storage-backend=redis', `--redis-url=${redis.url}`];
    const other = await orch('apiserver', '--secure-port=0', `--data-dir=${at('other')}`, ...onRedis);
    expect([other.status, other.stderr]).toEqual([
      1,
      expect.stringMatching(/copy \S+(?:ca\.crt and \S+ca|sa\.pub and \S+sa)\.key from the data directory/),
    ]);
    const second = await startOn(at('migrated'), ...onRedis);
    const client = movedClient(first.adminConf, first.url, second.url, at('second.conf'));
    expect(await seenBy(client)).toEqual(before);
    expect(await whoIs(second, token)).toBe('system:serviceaccount:t1:worker');
    await configMapsOf(client).create({ apiVersion: 'v1', kind: 'ConfigMap', metadata: { name: 'on-redis' } });
    const later = await seenBy(client);
    const online = await orch('backup', `--data-dir=${at('migrated')}`, ...onRedis, at('redis.bak'));
    expect([online.status, online.stderr]).toEqual([0, '']);
    await client.close();
    const alive = ['migrate', '--from=redis', '--to=embedded', `--redis-url=${redis.url}`];
    rmSync(join(at('migrated'), 'store'), { recursive: true });
    expect(await orch(...alive, `--data-dir=${at('migrated')}`)).toMatchObject({
      status: 1,
      stderr: expect.stringMatching(
        /a lease renewal\n.* was written to meanwhile .* stop every server that uses it/,
      ) as string,
    });
    await second.stop();

    const back = ['migrate', '--from=redis', '--to=embedded', `--redis-url=${redis.url}`];
    const without = await orch(...back, `--data-dir=${at('back')}`);
    expect([without.status, without.stderr]).toEqual([1, expect.stringMatching(/ca\.key is not in redis:/)]);
    rmSync(join(at('migrated'), 'store'), { recursive: true });
    expect(await orch(...back, `--data-dir=${at('migrated')}`)).toMatchObject({ status: 0, stderr: '' });
    const third = await startOn(at('migrated'));
    expect(await seenBy(third.client)).toEqual(later);
    expect(await whoIs(third, token)).toBe('system:serviceaccount:t1:worker');
    await third.stop();

    // What was saved on Redis is the same control plane in a data directory, keys included.
    expect(await orch('restore', `--data-dir=${at('elsewhere')}`, at('redis.bak'))).toMatchObject({ status: 0 });
    const fourth = await startOn(at('elsewhere'));
    expect(await seenBy(fourth.client)).toEqual(later);
    await fourth.stop();
  });
});

describe('the command lines', () => {
  const wrong: readonly [args: string[], says: string][] = [
    [['backup'], 'orch backup: which FILE? Write: orch backup [flags] FILE\n'],
    [['backup', 'a', 'b'], 'orch backup: unexpected argument "b": one FILE is taken, see --help\n'],
    [['backup', '--datadir=x', 'a'], 'orch backup: unknown flag --datadir, did you mean --data-dir?\n'],
    [['restore', '--bump-revision=-1', 'a'], 'orch restore: flag --bump-revision=-1: must be at least 0\n'],
    [['migrate', '--to=redis'], 'orch migrate: flag --from: is needed: embedded or redis\n'],
    [['migrate', 'x'], 'orch migrate: unexpected argument "x": only flags are taken here, see --help\n'],
    [
      ['migrate', '--from=redis', '--to=redis'],
      'orch migrate: flag --to=redis: the objects are there already: --from and --to must differ\n',
    ],
  ];
  it.each(wrong)('%j is refused with status 2', async (args, says) =>
    expect(await orch(...args)).toEqual({ status: 2, stdout: '', stderr: says }),
  );

  it.each(['backup', 'restore', 'migrate'])('orch %s --help says what it takes', async (name) => {
    const { status, stdout } = await orch(name, '--help');
    expect(status).toBe(0);
    expect(stdout).toContain(`\nUsage: orch ${name}${name === 'migrate' ? '' : ' FILE'} [flags]\n`);
    expect(stdout).toContain('--redis-url');
  });

  it('a directory without a store, and a file that is none, are named', async () => {
    expect(await orch('backup', `--data-dir=${at('nowhere')}`, at('x.bak'))).toMatchObject({
      status: 1,
      stderr: `orch backup: there is no store in ${at('nowhere')}/store\n`,
    });
    expect(await orch('restore', at('x.bak'))).toMatchObject({
      status: 1,
      stderr: expect.stringContaining(at('x.bak')) as string,
    });
  });
});
