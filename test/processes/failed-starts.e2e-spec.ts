import { execFileSync } from 'node:child_process';
import { randomBytes } from 'node:crypto';
import { existsSync } from 'node:fs';
import { chmod, chown, cp, mkdir, readFile, rm, symlink, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { runCommand, runOrch, temporaryDirectory, type TemporaryDirectory } from '@orch/testing';

/** Flags that another one needs. */
const WITH: Readonly<Record<string, readonly string[]>> = {
  'authorization-policy-file': ['--authorization-mode=ABAC'],
  'oidc-ca-file': ['--oidc-issuer-url=https://127.0.0.1:1', '--oidc-client-id=x'],
  'redis-password-file': ['--storage-backend=redis', '--redis-url=redis://127.0.0.1:1'],
  'tls-cert-file': ['--tls-private-key-file=package.json'],
};

/** A start that fails says why in one line, with status 1, whatever it meets: no stack, no signal, and it does not hang. */
describe('orch apiserver that cannot start', () => {
  let directory: TemporaryDirectory;
  const at = (...names: string[]) => join(directory.path, ...names);
  beforeAll(async () => {
    directory = await temporaryDirectory();
    const server = runOrch(['apiserver', '--secure-port=0', `--data-dir=${at('whole')}`]);
    await server.ready;
    await server.stop();
    await writeFile(at('file'), 'not a directory');
    await writeFile(at('policy'), 'apiVersion: audit.orch.io/v1\nkind: Policy\nrules: [{ level: Metadata }]\n');
  });
  afterAll(() => directory.remove());

  /** What it writes to standard error, without the name of the command. */
  const start = async (...flags: string[]): Promise<string> => {
    const server = runOrch(['apiserver', '--secure-port=0', ...flags]);
    const failure = await server.ready.then(
      () => server.stop().then(() => new Error('it started')),
      (error: unknown) => error as Error,
    );
    expect([failure.message.split('\n')[0], server.child.exitCode]).toEqual([
      'orch apiserver ended (1) before the expected line:',
      1,
    ]);
    const lines = server.log().trimEnd().split('\n');
    expect(lines).toEqual([expect.stringMatching(/^orch apiserver: /)]);
    return lines[0]!.replace('orch apiserver: ', '');
  };

  const places: [name: string, dataDir: () => string, says: RegExp][] = [
    ['a directory on a file system that has none', () => '/proc/nope/deep', /^--data-dir: \/proc\/nope: it cannot be created there$/],
    ['a file', () => at('file'), /^--data-dir: .*file: it is a file, not a directory$/],
    ['a directory below a file', () => at('file', 'inner'), /: a part of the path is a file, not a directory$/],
    ['a name that is too long', () => at('a'.repeat(300)), /: its name is too long$/],
    ['a path that is too long', () => at(...Array.from({ length: 60 }, () => 'a'.repeat(100))), /: its name is too long$/],
    ['a directory that may not be written', () => '/sys/nope', /^--data-dir: \/sys\/nope: this user may not read or write it$/],
  ]; // prettier-ignore
  it.each(places)('data directory: %s', async (_name, dataDir, says) =>
    expect(await start(`--data-dir=${dataDir()}`)).toMatch(says),
  );

  const pages = (count: number) => randomBytes(count * 4_096);
  /** Writes over the pages from `first` on. */
  const overwrite = async (path: string, first: number, bytes: Buffer) => {
    const whole = await readFile(path);
    bytes.copy(whole, first * 4_096);
    await writeFile(path, whole);
  };
  const fifo = async (path: string) => {
    await rm(path);
    execFileSync('mkfifo', [path]);
  };
  const damages: [name: string, damage: (dataDir: string) => Promise<unknown>, says: RegExp][] = [
    ['ca.crt of random bytes', (dir) => writeFile(join(dir, 'pki/ca.crt'), randomBytes(500)), /ca\.crt and .* cannot be used/],
    ['ca.key of random bytes', (dir) => writeFile(join(dir, 'pki/ca.key'), randomBytes(500)), /ca\.key cannot be used/],
    ['sa.pub of random bytes', (dir) => writeFile(join(dir, 'pki/sa.pub'), randomBytes(500)), /sa\.pub and .* cannot be used/],
    ['sa.key of random bytes', (dir) => writeFile(join(dir, 'pki/sa.key'), randomBytes(500)), /sa\.key cannot be used/],
    ['a file in the place of pki', async (dir) => { await rm(join(dir, 'pki'), { recursive: true }); await writeFile(join(dir, 'pki'), ''); }, /pki.*a part of the path is a file/],
    ['a directory in the place of admin.conf', async (dir) => { await rm(join(dir, 'admin.conf')); await mkdir(join(dir, 'admin.conf')); }, /admin\.conf: it is a directory, not a file$/],
    ['a FIFO in the place of vocabulary', (dir) => fifo(join(dir, 'vocabulary')), /vocabulary: it is not a regular file$/],
    ['a FIFO in the place of ca.key', (dir) => fifo(join(dir, 'pki/ca.key')), /ca\.key: it is not a regular file$/],
    ['a FIFO in the place of admin.conf', (dir) => fifo(join(dir, 'admin.conf')), /admin\.conf: it is not a regular file$/],
    ['a FIFO in the place of store.mdb', (dir) => fifo(join(dir, 'store/store.mdb')), /store\.mdb/],
    ['a FIFO in the place of lock.mdb', (dir) => fifo(join(dir, 'store/lock.mdb')), /lock\.mdb cannot be used: it is not a regular file$/],
    ['a FIFO in the place of lock.mdb-lock', (dir) => fifo(join(dir, 'store/lock.mdb-lock')), /lock\.mdb-lock cannot be used: it is not a regular file$/],
    ['a FIFO in the place of store.mdb-lock', (dir) => fifo(join(dir, 'store/store.mdb-lock')), /store\.mdb-lock cannot be used: it is not a regular file$/],
    ['store.mdb of random bytes', (dir) => writeFile(join(dir, 'store/store.mdb'), pages(100)), /store\.mdb is cut off, or no store: restore a backup/],
    ['store.mdb of zeros', (dir) => writeFile(join(dir, 'store/store.mdb'), Buffer.alloc(400_000)), /store\.mdb is cut off, or no store/],
    ['store.mdb with random pages', (dir) => overwrite(join(dir, 'store/store.mdb'), 10, pages(60)), /store\.mdb is damaged: page \d+: .*restore a backup/],
    ['a directory in the place of store.mdb', async (dir) => { await rm(join(dir, 'store/store.mdb')); await mkdir(join(dir, 'store/store.mdb')); }, /store\.mdb cannot be used: it is a directory, not a file$/],
    ['lock.mdb with random pages', (dir) => overwrite(join(dir, 'store/lock.mdb'), 2, pages(10)), /lock\.mdb is damaged: page \d+: .*; remove it, with no server running on this data directory$/],
    ['a directory in the place of lock.mdb', async (dir) => { await rm(join(dir, 'store/lock.mdb')); await mkdir(join(dir, 'store/lock.mdb')); }, /lock\.mdb cannot be used: it is a directory, not a file$/],
    ['a link to itself in the place of the store', async (dir) => { await rm(join(dir, 'store'), { recursive: true }); await symlink('store', join(dir, 'store')); }, /store.*: ELOOP/],
  ]; // prettier-ignore
  it.each(damages)('data directory: %s', async (name, damage, says) => {
    const dataDir = at(name.replaceAll(' ', '-'));
    await cp(at('whole'), dataDir, { recursive: true });
    await damage(dataDir);
    expect(await start(`--data-dir=${dataDir}`)).toMatch(says);
  });

  it.each([
    'audit-policy-file',
    'audit-webhook-config-file',
    'authentication-config',
    'authentication-token-webhook-config-file',
    'authorization-config',
    'authorization-policy-file',
    'client-ca-file',
    'config',
    'oidc-ca-file',
    'redis-password-file',
    'requestheader-client-ca-file',
    'service-account-key-file',
    'service-account-signing-key-file',
    'tls-cert-file',
    'token-auth-file',
  ])('a FIFO as the file of --%s is not waited for', async (flag) => {
    if (!existsSync(at('fifo'))) execFileSync('mkfifo', [at('fifo')]);
    const { status, stderr } = await runCommand(process.execPath, [
      'bin/orch.js',
      'apiserver',
      '--secure-port=0',
      `--data-dir=${at('unused')}`,
      `--${flag}=${at('fifo')}`,
      ...(flag === 'audit-webhook-config-file' ? [`--audit-policy-file=${at('policy')}`] : (WITH[flag] ?? [])),
    ]);
    expect([stderr.trimEnd().split('\n').length, stderr]).toEqual([1, expect.stringMatching(/not a regular file/)]);
    expect([1, 2]).toContain(status);
  });

  const harmless: [name: string, file: string][] = [
    ['lock.mdb', 'lock.mdb'],
    ["LMDB's reader table of lock.mdb", 'lock.mdb-lock'],
    ["LMDB's reader table of store.mdb", 'store.mdb-lock'],
  ];
  it.each(harmless)('starts with %s of random bytes: nothing in it is kept', async (_name, file) => {
    const dataDir = at(`random-${file}`);
    await cp(at('whole'), dataDir, { recursive: true });
    await writeFile(join(dataDir, 'store', file), pages(4));
    const server = runOrch(['apiserver', '--secure-port=0', `--data-dir=${dataDir}`]);
    await server.ready;
    expect(await server.stop()).toBe(0);
  });

  /** Commands run as another user than root, which may read and write any file. */
  const anotherUser = 65_534;
  const withoutAccess: [path: string, command: string, ...flags: string[]][] = [
    ['store/lock.mdb-lock', 'apiserver', '--secure-port=0'],
    ['store/store.mdb-lock', 'apiserver', '--secure-port=0'],
    ['store/store.mdb', 'apiserver', '--secure-port=0'],
    ['store/lock.mdb-lock', 'fsck'],
    ['store', 'fsck'],
    ['store', 'backup', '/dev/null'],
  ];
  it.each(withoutAccess)('%s that this user may not read: orch %s', async (path, command, ...flags) => {
    const dataDir = at(`no-access-${command}-${path.replace('/', '-')}`);
    await cp(at('whole'), dataDir, { recursive: true });
    const isRoot = process.getuid?.() === 0;
    if (isRoot) {
      await chmod(directory.path, 0o755);
      execFileSync('chown', ['-R', `${anotherUser}`, dataDir]);
      await chown(join(dataDir, path), 0, 0);
    } else await chmod(join(dataDir, path), 0);
    const environment = isRoot ? { NODE_OPTIONS: `--import=data:text/javascript,process.setuid(${anotherUser})` } : {};
    const args = ['bin/orch.js', command, ...flags, `--data-dir=${dataDir}`];
    const { status, stderr } = await runCommand(process.execPath, args, { environment });
    if (!isRoot) await chmod(join(dataDir, path), 0o700);
    const last = stderr.trimEnd().split('\n').at(-1)!;
    expect([status, last]).toEqual([1, expect.stringMatching(/: this user may not read or write it/)]);
    expect(last.startsWith(`orch ${command}: `) && last.includes(join(dataDir, path))).toBe(true);
  });

  it('orch restore says it in one line too', async () => {
    const backup = await runCommand(process.execPath, ['bin/orch.js', 'backup', `--data-dir=${at('whole')}`, at('backup')]);
    expect(backup).toMatchObject({ status: 0 });
    const restore = await runCommand(process.execPath, ['bin/orch.js', 'restore', '--data-dir=/proc/nope', at('backup')]);
    expect(restore).toMatchObject({ status: 1 });
    expect(restore.stderr.trimEnd().split('\n').slice(1)).toEqual([
      'orch restore: /proc/nope cannot be used: it cannot be created there',
    ]);
  }); // prettier-ignore
});
