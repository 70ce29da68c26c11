import type { Socket } from 'node:net';
import { Duplex } from 'node:stream';

/** Longest handshake of a server, with the chain of its certificate. Unit: bytes. */
const MAX_HANDSHAKE_BYTES = 16 * 1024;

/** A server sent more than a handshake has. */
export class HandshakeTooLong extends Error {
  readonly code = 'EHANDSHAKETOOLONG';

  constructor() {
    super('the TLS handshake of the server is longer than 16 KiB');
  }
}

/**
 * The bytes of a TCP connection, for TLS above it. OpenSSL checks a chain of certificates of up to 100 KB in one step before anything can be refused, and a
 * chain may be made to take a quarter of a second: so a longer handshake ends with {@link HandshakeTooLong} before OpenSSL has it.
 */
export class BoundedHandshake extends Duplex {
  private left = MAX_HANDSHAKE_BYTES;

  constructor(private readonly connection: Socket) {
    super();
    connection.on('data', (chunk: Buffer) => this.receive(chunk));
    connection.on('end', () => this.push(null));
    connection.on('error', (error) => this.destroy(error));
    connection.on('close', () => this.destroy());
  }

  /** The handshake is complete: what follows has no bound. */
  complete(): void {
    this.left = Infinity;
  }

  override _read(): void {
    this.connection.resume();
  }

  override _write(chunk: Buffer, _encoding: BufferEncoding, done: (error?: Error | null) => void): void {
    this.connection.write(chunk, done);
  }

  override _final(done: (error?: Error | null) => void): void {
    this.connection.end(done);
  }

  override _destroy(error: Error | null, done: (error?: Error | null) => void): void {
    this.connection.destroy();
    done(error);
  }

  private receive(chunk: Buffer): void {
    this.left -= chunk.length;
    if (this.left < 0) this.destroy(new HandshakeTooLong());
    else if (!this.push(chunk)) this.connection.pause();
  }
}
