import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { systemClock } from '@orch/apimachinery';
import { type LogFields, silentLogger } from '@orch/process';
import { startRedis } from '@orch/testing';
import { DEFAULT_API_SERVER_OPTIONS } from '../options/api-server-options.js';
import { openStores } from './open-stores.js';

const value = (text: string) => ({ bytes: Buffer.from(text), revisionAt: undefined });

it('a password that was changed in Redis and in its file is used without a restart', async () => {
  const folder = await mkdtemp(join(tmpdir(), 'rotated-'));
  const passwordFile = join(folder, 'password');
  await writeFile(passwordFile, 'first\n');
  const redis = await startRedis({ users: [{ name: 'orch', password: 'first' }] });
  const reconnected = new Set<unknown>();
  let allBack: () => void;
  const back = new Promise<void>((resolve) => (allBack = resolve));
  const log = {
    ...silentLogger,
    info: (message: string, fields?: LogFields) => {
      if (message === 'connected to Redis again' && reconnected.add(fields?.['link']).size === 3) allBack();
    },
  };
  const stores = await openStores(
    {
      ...DEFAULT_API_SERVER_OPTIONS,
      storageBackend: 'redis',
      redis: { urls: [`redis://127.0.0.1:${redis.port}`], username: 'orch', passwordFile },
    },
    { clock: systemClock, log },
  );
  try {
    const { revision } = await stores.main.create('a', value('1'));
    await redis.cli('ACL', 'SETUSER', 'orch', 'resetpass', '>second');
    await writeFile(passwordFile, 'second\n');
    await redis.cli('CLIENT', 'KILL', 'USER', 'orch');
    await back;
    expect(await stores.main.replace('a', revision, value('2'))).toMatchObject({ revision: revision + 1 });
  } finally {
    await stores.close();
    await redis.stop();
    await rm(folder, { recursive: true });
  }
});
