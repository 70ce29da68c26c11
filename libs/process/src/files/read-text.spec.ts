import { execFileSync } from 'node:child_process';
import { mkdir, mkdtemp, rm, symlink, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { readBytesIfPresent, readText, readTextIfPresent, readTextSync } from './read-text.js';

describe('files that are read', () => {
  let directory: string;
  const at = (name: string): string => join(directory, name);
  beforeAll(async () => {
    directory = await mkdtemp(join(tmpdir(), 'orch-read-'));
    await writeFile(at('file'), 'text');
    await symlink(at('file'), at('link'));
    await mkdir(at('directory'));
    execFileSync('mkfifo', [at('fifo')]);
    await symlink(at('fifo'), at('link-to-fifo'));
  });
  afterAll(() => rm(directory, { recursive: true }));

  const readers: [name: string, read: (path: string) => unknown][] = [
    ['readText', readText],
    ['readTextIfPresent', readTextIfPresent],
    ['readTextSync', readTextSync],
    ['readBytesIfPresent', async (path) => (await readBytesIfPresent(path))?.toString()],
  ];
  describe.each(readers)('by %s', (_name, read) => {
    const reading = async (path: string): Promise<unknown> => read(path);

    it.each(['file', 'link'])('are regular: %s', async (name) => expect(await reading(at(name))).toBe('text'));

    it.each([
      ['fifo', 'EFTYPE'],
      ['link-to-fifo', 'EFTYPE'],
      ['/dev/zero', 'EFTYPE'],
      ['directory', 'EISDIR'],
    ])('are refused when they are not, and not waited for: %s', async (name, code) => {
      const path = name.startsWith('/') ? name : at(name);
      await expect(reading(path)).rejects.toMatchObject({ code, path, syscall: 'read' });
    });
  });

  it('are undefined where there may be none', async () => {
    expect(await readTextIfPresent(at('absent'))).toBeUndefined();
    expect(await readBytesIfPresent(at('absent'))).toBeUndefined();
    await expect(readText(at('absent'))).rejects.toMatchObject({ code: 'ENOENT', path: at('absent') });
  });
});
