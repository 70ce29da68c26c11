import { EventEmitter } from 'node:events';
import type { ServerResponse } from 'node:http';
import { Readable } from 'node:stream';
import { FakeClock } from '@orch/apimachinery';
import { silentLogger } from '@orch/process';
import type { WatchSource } from './watch-source.js';
import { WatchStream } from './watch-stream.js';

/** A connection whose client reads nothing: what is large fills it. */
class Stuck extends EventEmitter {
  bytes = 0;

  write(bytes: Uint8Array): boolean {
    this.bytes += bytes.byteLength;
    return bytes.byteLength < 1_000;
  }
}

const MEBIBYTE = 1_048_576;

it('all watches that wait share the bytes of an event, however many they are', async () => {
  const event = Buffer.from(`{"type":"ADDED","object":"${'x'.repeat(MEBIBYTE)}"}\n`);
  let taken = 0;
  let allTaken: () => void = () => undefined;
  const everyWatchHasOne = new Promise<void>((resolve) => (allTaken = resolve));
  const source: WatchSource<undefined> = {
    open: () => {
      let asked = 0;
      const read = (): void => {
        if (++asked > 1) return;
        body.push(event);
        if (++taken === 128) allTaken();
      };
      const body: Readable = new Readable({ objectMode: true, highWaterMark: 1, read });
      return Promise.resolve({ code: 200, contentType: 'application/json', body });
    },
  };
  const connection = new Stuck();
  const parts = { source, clock: new FakeClock(), log: silentLogger };
  const stream = new WatchStream('id', 'owner', connection as unknown as ServerResponse, parts);
  const open = Array.from({ length: 128 }, (_, n) => ({ watch: `w${n}`, path: '/', accept: 'application/json' }));
  const before = process.memoryUsage().arrayBuffers;
  stream.apply({ open, close: [] }, undefined);
  await everyWatchHasOne;
  expect(process.memoryUsage().arrayBuffers - before).toBeLessThan(16 * MEBIBYTE);
  expect(connection.bytes).toBeLessThan(2 * MEBIBYTE);
  connection.emit('close');
});
