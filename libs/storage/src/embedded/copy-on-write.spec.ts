import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join, relative } from 'node:path';

import { disableCopyOnWrite } from './copy-on-write.js';

const [BTRFS, EXT4] = [0x9123683e, 0xef53];

let directory: string;
const at = (name: string) => join(directory, name);
beforeEach(() => {
  directory = join(mkdtempSync(join(tmpdir(), 'copy-on-write-')), 'store');
  mkdirSync(directory);
});
afterEach(() => rmSync(dirname(directory), { recursive: true }));

/** @param output of the program; an error is thrown. */
function attributes(type: number, output: string | Error = '') {
  const calls: string[][] = [];
  const run = async (program: string, args: readonly string[]) => {
    calls.push([program, ...args]);
    if (output instanceof Error) throw output;
    return output;
  };
  return { calls, fileSystem: async () => type, run };
}

const lines = (...flags: string[]) => flags.map((flag, i) => `------${flag}------ ${at(`C${i}.mdb`)}\n`).join('');

describe('disableCopyOnWrite', () => {
  it('sets the attribute on the directory of a new store and the new one above it, by absolute paths', async () => {
    writeFileSync(at('readers.sock'), '');
    const system = attributes(BTRFS);
    await expect(disableCopyOnWrite(relative('.', directory), system)).resolves.toBeUndefined();
    expect(system.calls).toEqual([['chattr', '+C', dirname(directory), directory]]);
  });

  it('leaves the directory above as it is when it has other files', async () => {
    writeFileSync(join(dirname(directory), 'other'), '');
    const system = attributes(BTRFS);
    await expect(disableCopyOnWrite(directory, system)).resolves.toBeUndefined();
    expect(system.calls).toEqual([['chattr', '+C', directory]]);
  });

  it('runs nothing on other file systems, and where the type is unknown', async () => {
    const system = attributes(EXT4, new Error('unexpected'));
    await expect(disableCopyOnWrite(directory, system)).resolves.toBeUndefined();
    const unknown = { ...system, fileSystem: () => Promise.reject(new Error('ENOSYS')) };
    await expect(disableCopyOnWrite(directory, unknown)).resolves.toBeUndefined();
    expect(system.calls).toEqual([]);
  });

  it('says in one line why it failed', async () => {
    const failed = new Error(
      'Command failed: chattr +C /data\nchattr: Invalid argument while setting flags on /data\n',
    );
    await expect(disableCopyOnWrite(directory, attributes(BTRFS, failed))).resolves.toBe(
      'Command failed: chattr +C /data: chattr: Invalid argument while setting flags on /data',
    );
  });

  it.each<[store: string, output: () => string | Error, reason: (() => string) | undefined]>([
    ['with the attribute', () => lines('C', 'C'), undefined],
    ['with a file without it', () => lines('C', '-'), () => `${at('C1.mdb')} has no attribute C`],
    ['that is compressed', () => lines('c'), () => `${at('C0.mdb')} has no attribute C`],
    ['when lsattr is missing', () => new Error('spawn lsattr ENOENT'), () => 'spawn lsattr ENOENT'],
  ])('only checks the files of an existing store: one %s', async (_, output, reason) => {
    for (const name of ['lock.mdb', 'lock.mdb-lock', 'store.mdb', 'store.mdb.compact', 'store.mdb-lock.7.tmp'])
      writeFileSync(at(name), '');
    const system = attributes(BTRFS, output());
    await expect(disableCopyOnWrite(directory, system)).resolves.toBe(reason?.());
    expect(system.calls).toEqual([['lsattr', at('lock.mdb'), at('lock.mdb-lock'), at('store.mdb')]]);
  });
});
