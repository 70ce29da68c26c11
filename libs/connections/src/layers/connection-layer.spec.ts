import { Duplex } from 'node:stream';
import { once } from 'node:events';
import { text } from 'node:stream/consumers';
import { setImmediate as nextTurn } from 'node:timers/promises';
import { ConnectionLayer } from './connection-layer.js';

class PassedOn extends ConnectionLayer {
  protected override receive(chunk: Buffer): void {
    if (!this.push(chunk)) this.connection.pause();
  }
}

/** One end of a connection whose other end is `received` and `sent`. */
class OneEnd extends Duplex {
  sent = '';
  override _read(): void {
    // `push` of a test is what is received
  }
  override _write(chunk: Buffer, _encoding: BufferEncoding, done: () => void): void {
    this.sent += String(chunk);
    done();
  }
}

describe('ConnectionLayer', () => {
  it('has what was received before the connection was closed', async () => {
    const connection = new OneEnd({ allowHalfOpen: false });
    const layer = new PassedOn(connection);
    connection.push('all of it');
    connection.push(null);
    await once(connection, 'close');
    expect(await text(layer)).toBe('all of it');
  });

  it('has what was received when it writes to a connection whose own side has ended', async () => {
    const connection = new OneEnd();
    const layer = new PassedOn(connection);
    connection.push('all of it');
    connection.end();
    await new Promise<void>((written, failed) => layer.write('late', (error) => (error ? failed(error) : written())));
    connection.push(null);
    expect(await text(layer)).toBe('all of it');
  });

  it('reads one chunk ahead while its reader does not read, however short it is', async () => {
    const connection = new OneEnd();
    const layer = new PassedOn(connection);
    for (const letter of 'abc') {
      connection.push(letter);
      await nextTurn();
    }
    expect(layer.readableLength).toBe(1);
    connection.push(null);
    expect(await text(layer)).toBe('abc');
  });

  it('is destroyed with a connection that is closed without an end', async () => {
    const connection = new OneEnd();
    const layer = new PassedOn(connection);
    connection.destroy();
    await once(layer, 'close');
    expect(layer.destroyed).toBe(true);
  });

  it('passes on errors, what is written, and its own end', async () => {
    const connection = new OneEnd();
    const layer = new PassedOn(connection);
    layer.end('sent');
    await once(connection, 'finish');
    expect(connection.sent).toBe('sent');
    connection.destroy(new Error('broken'));
    await expect(once(layer, 'end')).rejects.toThrow('broken');
  });
});
