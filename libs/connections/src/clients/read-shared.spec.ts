import { once } from 'node:events';
import { connect, createServer, type AddressInfo, type Server, type Socket } from 'node:net';
import { text } from 'node:stream/consumers';
import { readShared } from './read-shared.js';

describe('readShared', () => {
  let server: Server;
  const open: Socket[] = [];

  beforeAll(async () => {
    server = createServer().listen(0, '127.0.0.1');
    await once(server, 'listening');
  });
  afterAll(async () => {
    for (const socket of open) socket.destroy();
    server.close();
    await once(server, 'close');
  });

  const pair = async (): Promise<[client: Socket, accepted: Socket]> => {
    const accepted = once(server, 'connection');
    const client = connect((server.address() as AddressInfo).port, '127.0.0.1');
    const [connection] = (await accepted) as [Socket];
    open.push(client, connection);
    return [client, connection];
  };

  it('hands over what arrives, and leaves the end to the connection', async () => {
    const [client, connection] = await pair();
    let taken = '';
    readShared(connection, (bytes) => {
      taken += String(bytes);
      return true;
    });
    const rest = text(connection);
    client.write('one');
    while (taken.length < 3) await new Promise(setImmediate);
    client.end('two');
    expect([await rest, taken]).toEqual(['', 'onetwo']);
  });

  it('leaves bytes that are not taken to the connection, also those of several connections', async () => {
    const all = [await pair(), await pair()];
    const rests = all.map(([client, connection]) => {
      readShared(connection, () => false);
      client.end('x'.repeat(300_000));
      return text(connection);
    });
    expect((await Promise.all(rests)).map((rest) => rest.length)).toEqual([300_000, 300_000]);
  });

  it('keeps bytes that are not taken as they were', async () => {
    const [client, connection] = await pair();
    const [other, busy] = await pair();
    readShared(connection, () => false);
    let taken = '';
    readShared(busy, (bytes) => (taken += String(bytes)).length > 0);
    busy.resume();
    client.write('kept');
    const [kept] = (await once(connection, 'data')) as [Buffer];
    other.write('other');
    while (taken.length < 5) await new Promise(setImmediate);
    expect([String(kept), taken]).toEqual(['kept', 'other']);
  });

  it('reads no more while the connection is paused and its queue is full', async () => {
    const [client, connection] = await pair();
    readShared(connection, () => false);
    connection.on('data', () => undefined);
    connection.pause();
    client.write(Buffer.alloc(20_000_000));
    while (connection.readableLength < connection.readableHighWaterMark) await new Promise(setImmediate);
    for (let n = 0; n < 10; n++) await new Promise(setImmediate);
    expect(connection.readableLength).toBeLessThan(1_000_000);
    connection.resume();
    while (connection.bytesRead < 20_000_000) await new Promise(setImmediate);
  });

  it('reads no more at a time than asked for', async () => {
    const [client, connection] = await pair();
    const read: number[] = [];
    readShared(connection, ({ length }) => read.push(length) > 0, 1_000);
    connection.resume();
    client.write(Buffer.alloc(20_000));
    while (connection.bytesRead < 20_000) await new Promise(setImmediate);
    expect(Math.max(...read)).toBe(1_000);
  });

  it('leaves errors to the connection', async () => {
    const [client, connection] = await pair();
    readShared(connection, () => true);
    const failed = once(connection, 'error');
    connection.resume();
    client.resetAndDestroy();
    expect(await failed).toEqual([expect.objectContaining({ code: 'ECONNRESET' })]);
  });
});
