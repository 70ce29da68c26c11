import { mkdtempSync, readdirSync, readFileSync, rmSync, statSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { PassThrough } from 'node:stream';
import { UserFacingError } from '@orch/process';
import { checkTarget, writeFileWhole, writeStream } from './backup-file.js';

let directory: string;
beforeEach(() => (directory = mkdtempSync(join(tmpdir(), 'backup-file-'))));
afterEach(() => rmSync(directory, { recursive: true }));

async function* chunks(...texts: readonly (string | Error)[]): AsyncGenerator<Buffer> {
  for (const text of texts) {
    if (text instanceof Error) throw text;
    yield Buffer.from(text);
  }
}

describe('a file written whole', () => {
  const path = () => join(directory, 'x.bak');

  it('is there with all its bytes, for its owner only', async () => {
    expect(await writeFileWhole(path(), chunks('one', 'two'))).toBe(6);
    expect(readFileSync(path(), 'utf8')).toBe('onetwo');
    expect((statSync(path()).mode & 0o777).toString(8)).toBe('600');
  });

  it('has another name until it is whole; a failure leaves what was there before and nothing else', async () => {
    writeFileSync(path(), 'old');
    async function* looking() {
      yield Buffer.from('new');
      expect(readFileSync(path(), 'utf8')).toBe('old');
      expect(readdirSync(directory)).toEqual(['x.bak', expect.stringMatching(/^x\.bak\.[0-9a-f]{16}\.tmp$/)]);
    }
    await writeFileWhole(path(), looking());
    expect(readFileSync(path(), 'utf8')).toBe('new');
    await expect(writeFileWhole(path(), chunks('newer', new Error('the store went away')))).rejects.toThrow(
      'went away',
    );
    expect(readFileSync(path(), 'utf8')).toBe('new');
    expect(readdirSync(directory)).toEqual(['x.bak']);
  });

  it('replaces a file or a dangling link, and a directory or a device never', async () => {
    await checkTarget(path());
    symlinkSync(join(directory, 'nowhere'), path());
    await checkTarget(path());
    rmSync(path());
    writeFileSync(path(), 'old');
    await checkTarget(path());
    for (const other of [directory, '/dev/null']) {
      await expect(checkTarget(other)).rejects.toThrow(UserFacingError);
      await expect(checkTarget(other)).rejects.toThrow(`${other} is not a file: name a file, or - for standard`);
    }
  });

  it('waits for the reader of a stream', async () => {
    const stream = new PassThrough({ highWaterMark: 1 });
    let taken = 0;
    async function* counted() {
      for (; taken < 3; taken++) yield Buffer.from('x');
    }
    const writing = writeStream(stream, counted());
    await new Promise((resolve) => setImmediate(resolve));
    expect(taken).toBeLessThan(3);
    stream.resume();
    expect(await writing).toBe(3);
  });
});
