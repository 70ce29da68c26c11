import { existsSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

import { FakeClock } from '@orch/apimachinery';

import { openStorage } from './open-storage.js';

describe('openStorage', () => {
  let dataDir: string;
  beforeEach(() => (dataDir = mkdtempSync(join(tmpdir(), 'open-storage-'))));
  afterEach(() => rmSync(dataDir, { recursive: true }));

  it('embedded lies in a folder of its own inside the data directory, with the clock it was given', async () => {
    const clock = new FakeClock();
    const storage = await openStorage({ backend: 'embedded', dataDir, clock, historyWindowMs: 1_000 });
    const times: number[] = [];
    storage.watch('', 0).subscribe((event) => times.push(event.timeMs));
    await storage.create('a', { bytes: Buffer.from('v'), revisionAt: undefined });
    await storage.close();
    expect(times).toEqual([clock.now()]);
    expect(existsSync(join(dataDir, 'store', 'store.mdb'))).toBe(true);
  });

  it('a backend that is not built says so, and what to use', async () => {
    await expect(openStorage({ backend: 'redis', dataDir })).rejects.toThrow(
      /"redis" is not built .* --storage-backend=embedded/,
    );
  });
});
