import { mkdtempSync, readdirSync, readFileSync, rmSync, statSync, writeFileSync, appendFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

import { AllocatedTail, createAllocated } from './allocated-file.js';

let directory: string;
const at = (name: string) => join(directory, name);
beforeEach(() => (directory = mkdtempSync(join(tmpdir(), 'allocated-'))));
afterEach(() => rmSync(directory, { recursive: true }));

describe('createAllocated', () => {
  it('creates an allocated file of zeros with mode 0600, and leaves no temporary file', () => {
    createAllocated(at('a'), 300_000);
    const { size, blocks, mode } = statSync(at('a'));
    expect([size, blocks * 512 >= size, (mode & 0o777).toString(8)]).toEqual([300_000, true, '600']);
    expect(readFileSync(at('a')).every((byte) => byte === 0)).toBe(true);
    expect(readdirSync(directory)).toEqual(['a']);
  });

  it('leaves an existing file unchanged', () => {
    writeFileSync(at('a'), 'in use');
    createAllocated(at('a'), 16);
    expect(readFileSync(at('a'), 'utf8')).toBe('in use');
    expect(readdirSync(directory)).toEqual(['a']);
  });
});

describe('AllocatedTail', () => {
  it('appends behind concurrent writes', async () => {
    writeFileSync(at('a'), 'before ');
    const tail = AllocatedTail.open(at('a'));
    appendFileSync(at('a'), 'meanwhile');
    const appended = tail.append(1_000_000);
    expect(tail.bytes).toBeGreaterThanOrEqual(16);
    await appended;
    tail.appendNow(24);
    const bytes = readFileSync(at('a'));
    expect([tail.bytes, bytes.length, statSync(at('a')).blocks * 512 >= bytes.length]).toEqual([1_000_040, 1_000_040, true]);
    expect(bytes.subarray(0, 16).toString()).toBe('before meanwhile');
    expect(bytes.subarray(16).every((byte) => byte === 0)).toBe(true);
    tail.close();
  }); // prettier-ignore
});
