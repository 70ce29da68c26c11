import { mkdtempSync, readFileSync, rmSync, statSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { writeKeyFiles } from './key-files.js';

describe('restored keys', () => {
  let directory: string;
  beforeEach(() => (directory = mkdtempSync(join(tmpdir(), 'key-files-'))));
  afterEach(() => rmSync(directory, { recursive: true }));

  it('have the file modes of a server, whatever the modes in the backup', async () => {
    const dataDir = join(directory, 'data');
    const files = { 'ca.key': '600', 'ca.crt': '644', 'sa.key': '600', 'sa.pub': '644', 'other.crt': '600' };
    await writeKeyFiles(
      dataDir,
      Object.keys(files).map((name) => ({ name, bytes: Buffer.from(name), mode: 0o6777 })),
    );
    for (const [name, mode] of Object.entries(files)) {
      const path = join(dataDir, 'pki', name);
      expect([name, (statSync(path).mode & 0o7777).toString(8)]).toEqual([name, mode]);
      expect(readFileSync(path, 'utf8')).toBe(name);
    }
    for (const path of [dataDir, join(dataDir, 'pki')]) expect((statSync(path).mode & 0o7777).toString(8)).toBe('700');
  });
});
