import { once } from 'node:events';
import { PassThrough } from 'node:stream';
import { BoundedHandshake } from './bounded-handshake.js';

/** A layer after its handshake, whose bytes become data at a ratio. */
async function afterHandshake(ratio: number) {
  const connection = new PassThrough();
  const layer = new BoundedHandshake(connection);
  const secure = { bytesRead: 0 };
  layer.on('data', (chunk: Buffer) => (secure.bytesRead += chunk.length / ratio));
  layer.on('error', () => undefined);
  await once(layer, 'resume'); // from now on it passes on at once
  layer.complete(secure);
  return { layer, receive: (bytes: number) => connection.emit('data', Buffer.alloc(bytes)) };
}

describe('BoundedHandshake after the handshake', () => {
  it('ends a connection with 32 KiB of records and a sixteenth of that as data or less', async () => {
    const { layer, receive } = await afterHandshake(17);
    receive(16 * 1_024);
    expect(layer.destroyed).toBe(false);
    receive(16 * 1_024);
    expect(layer.errored).toMatchObject({ code: 'ERECORDFLOOD' });
  });

  it('stops within a chunk of many records', async () => {
    const { layer, receive } = await afterHandshake(Infinity);
    let passed = 0;
    layer.on('data', (chunk: Buffer) => (passed += chunk.length));
    receive(1_024 * 1_024);
    expect([layer.destroyed, passed]).toEqual([true, 32 * 1_024]);
  });

  it('keeps a connection with small records of data', async () => {
    const { layer, receive } = await afterHandshake(15);
    for (let n = 0; n < 100; n++) receive(16 * 1_024);
    expect(layer.destroyed).toBe(false);
  });

  it('keeps a connection whose reader is slow', () => {
    const connection = new PassThrough();
    const layer = new BoundedHandshake(connection);
    layer.complete({ bytesRead: 0 });
    connection.emit('data', Buffer.alloc(256 * 1_024));
    expect(layer.destroyed).toBe(false);
  });
});
