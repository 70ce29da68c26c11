import type { Socket } from 'node:net';
import { ConnectionLayer } from '@orch/http';
import { RecordHeaders } from './record-headers.js';

/**
 * Longest flight of a client after its ClientHello, with its certificates. OpenSSL checks a chain in one step before Node may refuse it, each certificate of 250 bytes
 * or more for some milliseconds. Unit: bytes, with the headers of records.
 */
export const MAX_FLIGHT_BYTES = 8 * 1024;
/** Bytes of a flight that can take OpenSSL a few hundredths of a second at most: that of a client without certificates has a hundred, with one up to 1,600. */
export const SHORT_FLIGHT_BYTES = 2 * 1024;
/** Bytes that wait for a turn before no more are read. */
const MAX_WAITING_BYTES = 64 * 1024;
/** Records of one read that are handed over at once: those of requests, and of bodies in long records. A thousand connections may have as many in one poll. */
const MAX_RECORDS = 8;

/** Runs `work` in a turn of the client network of a connection. @param isLong whether it may take as long as the longest flight. */
type InTurn = (work: () => void, isLong: boolean) => void;

/**
 * The bytes of a TCP connection, for TLS above it. Until the handshake is complete they are handed over in turns, and no more than {@link MAX_FLIGHT_BYTES}. After that
 * they wait for a turn only where they are many small records, such as key updates: OpenSSL reads all it gets in one step.
 */
export class GuardedConnection extends ConnectionLayer<Socket> {
  private isComplete = false;
  private hasEnded = false;
  /** TLS reads no more until it has room: what waits has no turn meanwhile. */
  private isFull = false;
  /** After the ClientHello, until the handshake is complete. */
  private flightBytes = 0;
  private waiting: Buffer[] = [];
  private waitingBytes = 0;
  private readonly headers = new RecordHeaders();

  constructor(
    connection: Socket,
    private readonly inTurn: InTurn,
  ) {
    super(connection);
    this.allowHalfOpen = false; // of the TLS connection above, which takes this over
    connection.allowHalfOpen = true; // TLS ends it, with its last record
    connection.pause(); // what has arrived since comes after the first bytes
  }

  /** Called when TLS reads. @param first bytes of the connection. @param helloBytes of them are the ClientHello. */
  begin(first: Buffer, helloBytes: number): void {
    this.allowHalfOpen = true;
    const hello = first.subarray(0, helloBytes);
    this.headers.count(hello);
    if (hello.length > 0) this.push(hello);
    if (first.length > helloBytes) this.receive(first.subarray(helloBytes));
  }

  /** The handshake is complete. */
  complete(): void {
    this.isComplete = true;
  }

  /** Bytes that TLS has read. */
  get bytesRead(): number {
    return this.connection.bytesRead - this.connection.readableLength - this.waitingBytes - this.readableLength;
  }

  override _read(): void {
    if (this.isFull) {
      this.isFull = false;
      this.schedule();
    }
    if (this.waitingBytes < MAX_WAITING_BYTES) this.connection.resume();
  }

  // HOT PATH (bench: get): the writable side of this stream is that of the TCP connection, without a buffer between them.
  override write = (chunk: Buffer, done?: unknown): boolean =>
    this.connection.write(chunk, done as (error?: Error | null) => void);

  override cork(): void {
    this.connection.cork();
  }

  override uncork(): void {
    this.connection.uncork();
  }

  protected override receive(chunk: Buffer): void {
    if (this.writableEnded) return; // TLS may not answer any more
    const records = this.headers.count(chunk);
    if (this.isComplete && this.waitingBytes === 0 && records <= MAX_RECORDS) {
      // HOT PATH (bench: get): past the queue of this stream, which is empty.
      if (this.readableFlowing === true && this.readableLength === 0) this.emit('data', chunk);
      else if (!this.push(chunk)) this.connection.pause();
      return;
    }
    if (this.waitingBytes === 0) this.schedule();
    this.waiting.push(chunk);
    this.waitingBytes += chunk.length;
    if (this.waitingBytes >= MAX_WAITING_BYTES) this.connection.pause();
  }

  protected override receiveEnd(): void {
    this.hasEnded = true;
    this.endIfEmpty();
  }

  private get isLong(): boolean {
    return this.isComplete || this.flightBytes >= SHORT_FLIGHT_BYTES;
  }

  private schedule(): void {
    this.inTurn(this.handOver, this.isLong);
  }

  private readonly handOver = (): void => {
    if (this.destroyed) return;
    const bytes = this.waiting.length === 1 ? this.waiting[0]! : Buffer.concat(this.waiting);
    const mostBytes = this.isLong ? MAX_FLIGHT_BYTES : SHORT_FLIGHT_BYTES;
    const handed = bytes.subarray(0, this.isComplete ? mostBytes : mostBytes - this.flightBytes);
    const rest = bytes.subarray(handed.length);
    this.waiting = rest.length > 0 ? [rest] : [];
    this.waitingBytes = rest.length;
    this.flightBytes += handed.length;
    const hasRoom = this.writableEnded || this.push(handed);
    if (!this.isComplete && this.flightBytes === MAX_FLIGHT_BYTES) return void this.destroy();
    if (rest.length === 0) {
      if (hasRoom) this.connection.resume();
      else this.connection.pause();
      this.endIfEmpty();
    } else if (hasRoom) this.schedule();
    else this.isFull = true;
  };

  private endIfEmpty(): void {
    if (this.hasEnded && this.waitingBytes === 0 && !this.destroyed) this.push(null);
  }
}
