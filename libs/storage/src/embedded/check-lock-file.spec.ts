import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

import fc from 'fast-check';

import { checkLockFile } from './check-lock-file.js';
import { DirectoryLock } from './directory-lock.js';
import { DiskFormatError } from './disk-format.js';
import { LockFile } from './lock-file.js';
import { StoreFileError } from './store-file-error.js';

let directory: string;
const file = () => join(directory, 'lock.mdb');
beforeEach(() => (directory = mkdtempSync(join(tmpdir(), 'lock-file-'))));
afterEach(() => rmSync(directory, { recursive: true }));

/** A lock file after several server starts. */
async function used(starts: number): Promise<Buffer> {
  for (let n = 0; n < starts; n++) await (await DirectoryLock.acquire(directory)).release();
  return readFileSync(file());
}

describe('checkLockFile', () => {
  it('accepts a lock file of LMDB, open or closed', async () => {
    for (let n = 0; n < 5; n++) {
      await used(3);
      checkLockFile(file());
      const lock = await DirectoryLock.acquire(directory);
      checkLockFile(file());
      await lock.release();
    }
    checkLockFile(join(directory, 'missing'));
  });

  it.each([150, 600])('accepts the file after %d decisions while another process has it open', async (decisions) => {
    const path = JSON.stringify(file());
    // LMDB of another process: its registration keeps pages of older states from being used again.
    const other = spawn(process.execPath, ['-e', `
      const file = require('lmdb').open({ path: ${path}, noSubdir: true, encoding: 'string', overlappingSync: false });
      file.get('');
      file.useReadTransaction();
      process.stdout.write('open');
      process.stdin.resume().on('end', () => process.exit());`]);
    await used(1);
    await once(other.stdout, 'data');
    const here = LockFile.enter(directory);
    for (let n = 0; n < decisions; n++) here.decide(() => here.note(`role-${n % 2}`));
    checkLockFile(file());
    await here.close();
    checkLockFile(file());
    await (await DirectoryLock.acquire(directory)).release();
    other.stdin.end();
    await once(other, 'close');
  }); // prettier-ignore

  it('reports pages of random bytes as damage, with the remedy', async () => {
    const whole = await used(5);
    fc.assert(
      fc.property(fc.uint8Array({ minLength: 4_096, maxLength: 4_096 }), (page) => {
        const damaged = Buffer.from(whole);
        for (let at = 2 * 4_096; at < damaged.length; at += 4_096) damaged.set(page, at);
        writeFileSync(file(), damaged);
        expect(() => checkLockFile(file())).toThrow(StoreFileError);
        expect(() => checkLockFile(file())).toThrow(
          /lock\.mdb is damaged: page \d+: .*; remove it, with no server running on this data directory$/,
        );
      }),
      { numRuns: 20 },
    );
  });

  it('rejects another kind of file', () => {
    writeFileSync(file(), 'kind: Config\n'.repeat(1_000));
    expect(() => checkLockFile(file())).toThrow(DiskFormatError);
  });
});
