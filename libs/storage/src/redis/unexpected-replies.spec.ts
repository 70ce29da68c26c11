import { once } from 'node:events';
import { type AddressInfo, createServer, type Server, type Socket } from 'node:net';
import { setImmediate as nextTurn } from 'node:timers/promises';
import { startRedis } from '@orch/testing';
import type { Redis } from 'ioredis';

import { value } from '../conformance/observations.js';
import { connectPrimary } from './connect-primary.js';
import { librarySource } from './function-library.js';
import { Cleanups, openRedis } from './stores.fixture.js';

describe('a reply without a command', () => {
  let server: Server;
  let link: Socket;
  let redis: Redis;

  beforeEach(async () => {
    server = createServer((socket) => {
      link = socket;
      socket.on('error', () => undefined);
      // The name of the connection.
      socket.once('data', () => socket.write('+OK\r\n'));
    }).listen(0, '127.0.0.1');
    await once(server, 'listening');
    const { port } = server.address() as AddressInfo;
    const target = { kind: 'single', tls: false, host: '127.0.0.1', port } as const;
    redis = await connectPrimary({ target, options: { urls: [] }, base: '{orch}' }, 'orch-test');
  });
  afterEach(() => {
    redis.disconnect();
    link.destroy();
    server.close();
  });

  it.each([
    ['a null', '$-1\r\n'],
    ['a null array', '*-1\r\n'],
    ['a status', '+OK\r\n'],
    ['many numbers', ':1\r\n'.repeat(1_000)],
    ['an error', '-ERR no command\r\n'],
    ['a push message without a type', '>1\r\n_\r\n'],
  ])('ends the connection: %s', async (_what, bytes) => {
    const errors: unknown[] = [];
    redis.on('error', (error) => errors.push(error));
    const ended = new Promise((resolve) => redis.on('end', resolve));
    link.write(bytes);
    await ended;
    await nextTurn();
    expect(errors.length).toBe(1);
  });
});

describe('a reply of another form', () => {
  const cleanups = new Cleanups();
  afterEach(() => cleanups.run());

  /** A store whose function `name` answers with `answer`, until `repair` is called. */
  async function misled(name: string, answer: string) {
    const redis = cleanups.add(await startRedis(), (started) => started.stop());
    const opened = cleanups.add(await openRedis({ urls: [redis.url] }), ({ storage }) => storage.close());
    const load = (source: string) => redis.cli('FUNCTION', 'LOAD', 'REPLACE', source);
    const head = `local function ${name}(keys, args)`;
    await load(librarySource().replace(head, `${head}\n  if true then return ${answer} end`));
    return { ...opened, repair: () => load(librarySource()) };
  }

  it.each(["'# Server'", '1'])('fails a read with Unavailable: %s', async (answer) => {
    const { storage, repair } = await misled('get', answer);
    await expect(storage.get('a')).rejects.toMatchObject({ code: 'Unavailable' });
    await repair();
    expect(await storage.get('a')).toBeUndefined();
  });

  it.each(["'OK'", "{ 'done', '' }", "{ 'done', 5 }", "{ 'done' }"])('has a write sent again: %s', async (answer) => {
    const { storage, observed, repair } = await misled('commit', answer);
    const created = storage.create('a', value('a'));
    await observed.disconnected.first();
    await repair();
    expect(await created).toMatchObject({ key: 'a', revision: 1 });
  });

  it('has a write sent again when the reply is that of another batch', async () => {
    const { storage, observed, repair } = await misled('commit', "{ 'done', '0 1', '0' }");
    const created = storage.create('a', value('a'));
    await Promise.race([created, observed.disconnected.first()]);
    await repair();
    expect(await created).toMatchObject({ key: 'a', revision: 1 });
    expect(await storage.get('a')).toMatchObject({ revision: 1 });
  });

  it('does not take the newest revision from the reply to another call', async () => {
    const { storage, repair } = await misled(
      'newest',
      "{ redis.call('HGET', keys[1] .. ':meta', 'epoch'), '0', '0', '', '0' }",
    );
    await expect(storage.confirm()).rejects.toMatchObject({ code: 'Unavailable' });
    await repair();
    expect(await storage.confirm()).toBe(0);
  });

  it.each(["{ 'e', 'many', '0', '' }", "{ 'e', '1', 'many', '' }"])(
    'does not stay as the newest revision: %s',
    async (answer) => {
      const { storage, observed, repair } = await misled('newest', answer);
      const failed = observed.disconnected.first();
      await storage.confirm().catch(() => undefined);
      await Promise.race([failed, storage.confirm().catch(() => undefined)]);
      await repair();
      await storage.create('a', value('a'));
      expect(await storage.confirm()).toBe(1);
    },
  );
});
