import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { connect } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setImmediate as nextTurn } from 'node:timers/promises';

import { OwnerConnection } from './owner-connection.js';
import { ReaderService } from './reader-service.js';
import { READERS_SOCKET } from './readers-socket.js';

let directory: string;
let kept = 0;
const keep = () => {
  kept++;
  return { done: () => void kept-- };
};
beforeEach(() => {
  directory = mkdtempSync(join(tmpdir(), 'reader-service-'));
  kept = 0;
});
afterEach(() => rmSync(directory, { recursive: true }));

const until = async (holds: () => boolean) => {
  while (!holds()) await nextTurn();
};

describe('ReaderService', () => {
  it('keeps the pages of each reader until that disconnects', async () => {
    const service = await ReaderService.start(directory, keep);
    const [first, second] = [await OwnerConnection.open(directory), await OwnerConnection.open(directory)];
    expect([kept, first?.keepsPages, second?.keepsPages]).toEqual([2, true, true]);
    first!.close();
    await until(() => kept === 1);
    expect(second!.keepsPages).toBe(true);
    await service.close();
    expect(kept).toBe(0);
    await until(() => !second!.keepsPages);
    expect(await OwnerConnection.open(directory)).toBeUndefined();
  });

  it('starts where a killed owner left its socket, however long the path is', async () => {
    directory = join(directory, 'd'.repeat(200));
    mkdirSync(directory);
    writeFileSync(join(directory, READERS_SOCKET), '');
    expect(await OwnerConnection.open(directory)).toBeUndefined();
    const service = await ReaderService.start(directory, keep);
    const reader = await OwnerConnection.open(directory);
    expect(reader?.keepsPages).toBe(true);
    reader!.close();
    await service.close();
    directory = join(directory, '..');
  });

  it('refuses a reader whose pages cannot be kept, and more than sixteen', async () => {
    let isFull = true;
    const service = await ReaderService.start(directory, () => {
      if (isFull) throw new Error('MDB_READERS_FULL');
      return keep();
    });
    expect(await OwnerConnection.open(directory)).toBeUndefined();
    isFull = false;
    const readers = await Promise.all(Array.from({ length: 17 }, () => OwnerConnection.open(directory)));
    expect(readers.filter((reader) => reader?.keepsPages)).toHaveLength(16);
    expect(kept).toBe(16);
    for (const reader of readers) reader?.close();
    await service.close();
  });

  it('ignores what readers send', async () => {
    const service = await ReaderService.start(directory, keep);
    const socket = connect({ path: join(directory, READERS_SOCKET) });
    socket.write(Buffer.alloc(1_000_000));
    await until(() => kept === 1);
    socket.destroy();
    await until(() => kept === 0);
    await service.close();
  });
});
