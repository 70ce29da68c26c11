import { execFileSync } from 'node:child_process';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

import { DirectoryLock } from './directory-lock.js';
import { LockFile, OutdatedTransactionError } from './lock-file.js';

let directory: string;
beforeEach(() => (directory = mkdtempSync(join(tmpdir(), 'lock-file-'))));
afterEach(() => rmSync(directory, { recursive: true }));

const WORD_BYTES = 8;

/**
 * Sets the number of the newest commit in LMDB's lock table back by one, as a process does that read the file before the newest commit and opens it
 * after. In another process: closing a handle here would drop the locks of LMDB.
 */
function setBack(commit: number): void {
  const code = `
    const { openSync, readFileSync, writeSync } = require('node:fs');
    const path = process.argv[1], bytes = readFileSync(path), newest = BigInt(process.argv[2]);
    let at = 0;
    while (bytes.readBigUInt64LE(at) !== newest) at += ${WORD_BYTES};
    bytes.writeBigUInt64LE(newest - 1n, at);
    writeSync(openSync(path, 'r+'), bytes, at, ${WORD_BYTES}, at);`;
  execFileSync(process.execPath, ['-e', code, join(directory, 'lock.mdb-lock'), String(commit)]);
}

describe('a decision in the lock file', () => {
  it('is refused when it does not see the newest commit, instead of replacing it', async () => {
    const file = LockFile.enter(directory);
    for (let n = 1; n < 20; n++) file.decide(() => file.note('first'));
    file.decide(() => file.note('last'));
    setBack(20);
    expect(() => file.decide(() => file.note('other'))).toThrow(OutdatedTransactionError);
    await file.close();
    const again = LockFile.enter(directory);
    expect(again.decide(() => again.present('last'))).toBe(process.pid);
    expect(again.decide(() => again.present('other'))).toBeUndefined();
    await again.close();
  });

  it('is repeated by a process that becomes the owner', async () => {
    const outdated = jest.spyOn(LockFile.prototype, 'decide').mockImplementationOnce(() => {
      throw new OutdatedTransactionError(directory);
    });
    const lock = await DirectoryLock.acquire(directory);
    expect(outdated).toHaveBeenCalledTimes(2);
    await lock.release();
    outdated.mockRestore();
  });
});
