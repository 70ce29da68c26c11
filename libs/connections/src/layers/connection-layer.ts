import { Duplex } from 'node:stream';

/** Bytes that may wait while the reader does not read, apart from the chunk that was received last: chunks may be of one byte, and have some hundred bytes of memory each. */
const READ_AHEAD_BYTES = 1;

/**
 * The bytes of a connection as another duplex stream: for protocols above it, with a look at what is received. What was received before the
 * connection was closed can still be read.
 */
export abstract class ConnectionLayer<Connection extends Duplex = Duplex> extends Duplex {
  /** @param connection is destroyed with this. */
  constructor(readonly connection: Connection) {
    super({ readableHighWaterMark: READ_AHEAD_BYTES });
    let hasEnded = false;
    connection.on('data', (chunk: Buffer) => this.receive(chunk));
    connection.on('end', () => {
      hasEnded = true;
      this.receiveEnd();
    });
    connection.on('error', (error) => this.destroy(error));
    // After its end the reader may not have all of it: the end of this follows.
    connection.on('close', () => void (hasEnded || this.destroy()));
  }

  /** Passes on what was received, by `push`. */
  protected abstract receive(chunk: Buffer): void;

  /** The other side sends no more. */
  protected receiveEnd(): void {
    this.push(null);
  }

  override _read(): void {
    this.connection.resume();
  }

  override _write(chunk: Buffer, _encoding: BufferEncoding, done: (error?: Error | null) => void): void {
    if (!this.connection.writable) done(); // it leads nowhere, but what was received may still be read
    else this.connection.write(chunk, done);
  }

  override _final(done: (error?: Error | null) => void): void {
    if (this.connection.destroyed) done();
    else this.connection.end(() => done());
  }

  override _destroy(error: Error | null, done: (error?: Error | null) => void): void {
    this.connection.destroy();
    done(error);
  }
}
