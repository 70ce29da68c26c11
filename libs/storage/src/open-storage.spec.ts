/** @jest-environment node */
import { existsSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

import { FakeClock } from '@orch/apimachinery';

import { openStorage } from './open-storage.js';

describe('openStorage', () => {
  let dataDir: string;
  beforeEach(() => (dataDir = mkdtempSync(join(tmpdir(), 'open-storage-'))));
  afterEach(() => rmSync(dataDir, { recursive: true }));

  it('embedded uses its own folder inside the data directory, and the given clock', async () => {
    const clock = new FakeClock();
    const storage = await openStorage({ backend: 'embedded', dataDir, clock, historyWindowMs: 1_000 });
    const times: number[] = [];
    storage.watch('', 0).subscribe((event) => times.push(event.timeMs));
    await storage.create('a', { bytes: Buffer.from('v'), revisionAt: undefined });
    await storage.close();
    expect(times).toEqual([clock.now()]);
    expect(existsSync(join(dataDir, 'store', 'store.mdb'))).toBe(true);
  });

  it('redis is opened with its options, the window and the clock, and is loaded lazily', async () => {
    let opened: unknown;
    jest.doMock('./redis/redis-storage.js', () => ({
      RedisStorage: { open: (options: unknown) => ((opened = options), Promise.resolve('it')) },
    }));
    const clock = new FakeClock();
    const redis = { urls: ['redis://127.0.0.1'], keyPrefix: 'blue' };
    expect(await openStorage({ backend: 'redis', dataDir, redis, clock, historyWindowMs: 1_000 })).toBe('it');
    expect(opened).toEqual({ ...redis, clock, historyWindowMs: 1_000 });
    expect(existsSync(join(dataDir, 'store'))).toBe(false);
  });

  it('redis requires its options', async () =>
    expect(openStorage({ backend: 'redis', dataDir })).rejects.toThrow('needs its options'));
});
