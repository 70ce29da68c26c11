import { mkdtempSync, rmSync, statSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

import { makeDirectory } from './make-directory.js';

let directory: string;
const at = (...names: string[]) => join(directory, ...names);
beforeEach(() => (directory = mkdtempSync(join(tmpdir(), 'make-directory-'))));
afterEach(() => rmSync(directory, { recursive: true }));

describe('makeDirectory', () => {
  it('creates missing parents too, with the mode', () => {
    makeDirectory(at('a', 'b'), 0o700);
    makeDirectory(at('a', 'b'), 0o755);
    expect([at('a'), at('a', 'b')].map((path) => (statSync(path).mode & 0o777).toString(8))).toEqual(['700', '700']);
  });

  it('accepts a symbolic link to a directory', () => {
    symlinkSync(directory, at('link'));
    makeDirectory(at('link', 'a'), 0o700);
    expect(statSync(at('a')).isDirectory()).toBe(true);
  });

  const failures: [name: string, path: () => string, code: string][] = [
    ['below a file', () => at('file', 'a'), 'ENOTDIR'],
    ['in the place of a file', () => at('file'), 'EEXIST'],
    ['in the place of a link to nothing', () => at('dangling'), 'ENOENT'],
    ['where the file system has none, at once', () => '/proc/nope/a', 'ENOENT'],
  ];
  it.each(failures)('fails %s', (_name, path, code) => {
    writeFileSync(at('file'), '');
    symlinkSync(at('nothing'), at('dangling'));
    expect(() => makeDirectory(path(), 0o700)).toThrow(expect.objectContaining({ code }) as Error);
  });
});
