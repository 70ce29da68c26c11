import crypto from 'node:crypto';
import { lstat, mkdir, mkdtemp, readdir, readFile, rm, symlink, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { basename, join } from 'node:path';
import { PRIVATE_MODE, writeWhole } from './private-file.js';

describe('atomic file write', () => {
  let directory: string;
  beforeEach(async () => (directory = await mkdtemp(join(tmpdir(), 'orch-private-'))));
  afterEach(() => rm(directory, { recursive: true }));

  it('never follows a link at the former path of its temporary file', async () => {
    const [victim, path] = [join(directory, 'victim'), join(directory, 'ca.key')];
    await writeFile(victim, 'untouched');
    await symlink(victim, `${path}.${process.pid}.tmp`);
    await writeWhole(path, 'secret', PRIVATE_MODE);
    expect(await readFile(victim, 'utf8')).toBe('untouched');
    expect(await readFile(path, 'utf8')).toBe('secret');
    expect((await lstat(path)).mode & 0o777).toBe(0o600);
  });

  it.each(['a file', 'a link'])('refuses %s that already has the name of its temporary file', async (what) => {
    const [victim, path] = [join(directory, 'victim'), join(directory, 'ca.key')];
    const taken = `${path}.${'ab'.repeat(8)}.tmp`;
    await writeFile(victim, 'untouched');
    await (what === 'a file' ? writeFile(taken, 'untouched') : symlink(victim, taken));
    const random = jest.spyOn(crypto, 'randomBytes').mockImplementation(() => Buffer.alloc(8, 0xab));
    await expect(writeWhole(path, 'secret', PRIVATE_MODE)).rejects.toMatchObject({ code: 'EEXIST' });
    random.mockRestore();
    expect((await readdir(directory)).sort()).toEqual([basename(taken), 'victim']);
    expect(await readFile(taken, 'utf8')).toBe('untouched');
  });

  it('replaces a link by a regular file', async () => {
    const [victim, path] = [join(directory, 'victim'), join(directory, 'admin.conf')];
    await writeFile(victim, 'untouched', { mode: 0o666 });
    await symlink(victim, path);
    await writeWhole(path, 'secret', PRIVATE_MODE);
    expect(await readFile(victim, 'utf8')).toBe('untouched');
    expect((await lstat(path)).isSymbolicLink()).toBe(false);
  });

  it('leaves nothing behind when it fails', async () => {
    await mkdir(join(directory, 'ca.key'));
    await expect(writeWhole(join(directory, 'ca.key'), 'x', PRIVATE_MODE)).rejects.toThrow();
    expect(await readdir(directory)).toEqual(['ca.key']);
  });
});
