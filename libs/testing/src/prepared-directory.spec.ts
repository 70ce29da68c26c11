import { mkdir, mkdtemp, readFile, readdir, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { copyPrepared } from './prepared-directory.js';

let folder: string;
let copies: string;

beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'orch-prepared-'));
  copies = await mkdtemp(join(tmpdir(), 'orch-copies-'));
  process.env['ORCH_TEST_PREPARED'] = folder;
});
afterEach(async () => {
  for (const path of [folder, copies]) await rm(path, { recursive: true });
});

const fill =
  (text: string) =>
  async (path: string): Promise<void> => {
    await mkdir(join(path, 'inner'));
    await writeFile(join(path, 'inner', 'file'), text);
  };
const contentOf = (copy: string): Promise<string> => readFile(join(copies, copy, 'inner', 'file'), 'utf8');

it('is made once for concurrent and later calls, and a change of one copy does not reach another', async () => {
  const make = jest.fn(fill('first'));
  await Promise.all(['a', 'b'].map((copy) => copyPrepared('one', join(copies, copy), make)));
  await writeFile(join(copies, 'a', 'inner', 'file'), 'changed');
  await copyPrepared('one', join(copies, 'c'), make);
  expect([await contentOf('a'), await contentOf('b'), await contentOf('c')]).toEqual(['changed', 'first', 'first']);
  expect(make).toHaveBeenCalledTimes(1);
  expect(await readdir(folder)).toEqual(['one']);
});

it('is that of another process, when that was first', async () => {
  await copyPrepared('one', join(copies, 'a'), async (path) => {
    await mkdir(join(folder, 'one'));
    await fill('theirs')(join(folder, 'one'));
    await fill('mine')(path);
  });
  expect(await contentOf('a')).toBe('theirs');
  expect(await readdir(folder)).toEqual(['one']);
});

it('one that cannot be made leaves nothing, and is made by the next call', async () => {
  const fails = copyPrepared('one', join(copies, 'a'), async (path) => {
    await fill('half')(path);
    throw new Error('no');
  });
  await expect(fails).rejects.toThrow('no');
  expect([await readdir(folder), await readdir(copies)]).toEqual([[], []]);
  await copyPrepared('one', join(copies, 'a'), fill('whole'));
  expect(await contentOf('a')).toBe('whole');
});

it('outside of a test run nothing is made or copied', async () => {
  delete process.env['ORCH_TEST_PREPARED'];
  const make = jest.fn(fill('first'));
  await copyPrepared('one', join(copies, 'a'), make);
  expect([make.mock.calls, await readdir(copies)]).toEqual([[], []]);
});
