import { createReadStream } from 'node:fs';
import { cp, readFile, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { EmbeddedStorage, embeddedStoreFile, readBackup } from '@orch/storage';
import { runCommand, runOrch, temporaryDirectory, type TemporaryDirectory } from '@orch/testing';

const ORCH = join(__dirname, '../../bin/orch.js');
const orch = (...args: readonly string[]) => runCommand(process.execPath, [ORCH, ...args]);

/** Names in the store are the names of the ConfigMaps; the revision of each is its position, from 1. */
const NAMES = ['first', 'second', 'third'];
const keyOf = (name: string) => `configmaps\0t1\0${name}`;
const markOf = (name: string) => `the-data-of-${name}`;

let home: TemporaryDirectory;
const at = (name: string) => join(home.path, name);

/** A store in `name`/store that holds a value per name. */
async function fill(name: string, values: readonly string[]): Promise<void> {
  const storage = await EmbeddedStorage.open({ directory: join(at(name), 'store') });
  for (const [i, value] of values.entries())
    await storage.create(keyOf(NAMES[i]!), { bytes: Buffer.from(value), revisionAt: undefined });
  await storage.close();
}

/** Flips one bit in each copy of `mark` that the file holds. */
async function flipBitOf(file: string, mark: string): Promise<void> {
  const bytes = await readFile(file);
  const places: number[] = [];
  for (let place = bytes.indexOf(mark); place >= 0; place = bytes.indexOf(mark, place + 1)) places.push(place);
  expect(places).not.toEqual([]);
  for (const place of places) bytes[place]! ^= 1;
  await writeFile(file, bytes);
}

async function keysIn(backup: string): Promise<string[]> {
  const { items } = await readBackup(createReadStream(backup) as AsyncIterable<Buffer>);
  const keys: string[] = [];
  for await (const { key } of items) keys.push(key);
  return keys;
}

describe('orch fsck', () => {
  beforeAll(async () => {
    home = await temporaryDirectory();
    const whole = NAMES.map((name) => JSON.stringify({ metadata: { name }, data: { k: markOf(name) } }));
    await fill('whole', whole);
    await cp(at('whole'), at('damaged'), { recursive: true });
    await flipBitOf(embeddedStoreFile(at('damaged')), markOf('second'));
    // As of a store that was damaged before values had checksums: the checksum is that of the damaged value.
    await fill('no-json', [whole[0]!, whole[1]!.slice(0, -1), whole[2]!]);
    for (const name of ['whole', 'no-json'])
      expect((await orch('backup', `--data-dir=${at(name)}`, at(`${name}.bak`))).status).toBe(0);
  });
  afterAll(() => home?.remove());

  it('of a whole store finds no damage, status 0', async () => {
    const before = await readFile(embeddedStoreFile(at('whole')));
    expect(await orch('fsck', `--data-dir=${at('whole')}`)).toEqual({
      status: 0,
      stdout: `${at('whole')}: no damage in 3 objects and 3 records at revision 3\n`,
      stderr: '',
    });
    expect((await readFile(embeddedStoreFile(at('whole')))).equals(before)).toBe(true);
  });

  it('of a store with a flipped bit names the key and revision of the damaged value alone, status 1', async () => {
    const { status, stdout, stderr } = await orch('fsck', `--data-dir=${at('damaged')}`);
    expect([status, stderr]).toEqual([1, '']);
    const lines = stdout.trimEnd().split('\n');
    expect(lines[0]).toBe('damaged object configmaps/t1/second at revision 2: wrong checksum');
    expect(lines.at(-1)).toMatch(/damaged: \d damaged; 3 objects and 3 records at revision 3$/);
    expect(stdout).not.toMatch(/first|third/);
  });

  it('names a value with a right checksum that is not JSON, in a store and in a backup, status 1', async () => {
    const line = 'damaged object configmaps/t1/second at revision 2: not JSON\n';
    expect(await orch('fsck', `--data-dir=${at('no-json')}`)).toEqual({
      status: 1,
      stdout: `${line}${at('no-json')}: 1 damaged; 3 objects and 3 records at revision 3\n`,
      stderr: '',
    });
    expect(await orch('fsck', at('no-json.bak'))).toEqual({
      status: 1,
      stdout: `${line}${at('no-json.bak')}: 1 damaged; 3 objects at revision 3\n`,
      stderr: '',
    });
  });

  it('of a whole backup finds no damage, status 0; of a changed one says at which byte, status 1', async () => {
    expect(await orch('fsck', at('whole.bak'))).toEqual({
      status: 0,
      stdout: `${at('whole.bak')}: no damage in 3 objects at revision 3\n`,
      stderr: '',
    });
    await cp(at('whole.bak'), at('flipped.bak'));
    await flipBitOf(at('flipped.bak'), markOf('third'));
    expect(await orch('fsck', at('flipped.bak'))).toEqual({
      status: 1,
      stdout: '',
      stderr: expect.stringMatching(/^orch fsck: \S+flipped\.bak: damaged at byte \d+: .*\n$/) as string,
    });
  });

  it('refuses a directory that a server uses, one without a store, and standard input', async () => {
    const server = runOrch(['apiserver', '--secure-port=0', `--data-dir=${at('used')}`]);
    try {
      await server.ready;
      expect(await orch('fsck', `--data-dir=${at('used')}`)).toMatchObject({
        status: 1,
        stdout: '',
        stderr: expect.stringMatching(/is in use by process \d+/) as string,
      });
    } finally {
      await server.stop();
    }
    expect(await orch('fsck', `--data-dir=${at('nowhere')}`)).toMatchObject({ status: 1, stdout: '' });
    expect(await orch('fsck', '-')).toMatchObject({ status: 2, stdout: '' });
  });

  describe('orch backup of a store with a damaged value', () => {
    const damaged = () => `--data-dir=${at('damaged')}`;

    it('fails with the key and leaves no file', async () => {
      const { status, stdout, stderr } = await orch('backup', damaged(), at('refused.bak'));
      expect([status, stdout]).toEqual([1, '']);
      expect(stderr).toContain('configmaps/t1/second');
      await expect(readFile(at('refused.bak'))).rejects.toMatchObject({ code: 'ENOENT' });
    });

    it('with --skip-damaged leaves that object out, names it, and fsck finds no damage in the file', async () => {
      const { status, stdout, stderr } = await orch('backup', '--skip-damaged', damaged(), at('skipped.bak'));
      expect([status, stdout]).toEqual([0, expect.stringMatching(/^saved 2 objects at revision 3 to /)]);
      expect(stderr).toMatch(/warning: .*configmaps\/t1\/second.* revision 2 .*: the backup is without\n/);
      expect(await keysIn(at('skipped.bak'))).toEqual([keyOf('first'), keyOf('third')]);
      expect((await orch('fsck', at('skipped.bak'))).status).toBe(0);
      await rm(at('skipped.bak'));
    });
  });
});
