import type { Socket } from 'node:net';
import { NextTurn } from '@orch/process';
import { ConnectionLayer } from '../layers/connection-layer.js';
import type { ReadPace } from '../layers/read-pace.js';
import type { RecentUse } from '../layers/recent-use.js';
import { type HandshakeFlight, MAX_FLIGHT_BYTES } from '../layers/handshake-flight.js';
import { readShared } from './read-shared.js';
import { RecordHeaders } from './record-headers.js';

/** Bytes of a flight that can take OpenSSL a few hundredths of a second at most: that of a client without certificates has a hundred, with one up to 1,600. */
export const SHORT_FLIGHT_BYTES = 2 * 1024;
/** Bytes that wait for a turn before no more are read. */
const MAX_WAITING_BYTES = 64 * 1024;
/** Records of one read that are handed over at once: those of requests, and of bodies in long records. A thousand connections may have as many in one poll. */
const MAX_RECORDS = 8;
/** What is handed over of records that waited, in one step. */
const STEP_BYTES = 8 * 1024;
/** What is handed over of an HTTP/2 connection in one step, as long as the longest record: hundreds of requests. */
const HTTP2_STEP_BYTES = 16 * 1024;
/** Bytes of an HTTP/2 connection that wait in a line of their own: a few requests do not wait for the long steps of other connections of their network. */
const FEW_HTTP2_BYTES = 2 * 1024;

/** What Node's streams name the encoding of bytes. */
const BUFFER = 'buffer' as BufferEncoding;

/** Runs `work` in a turn of the client network of a connection. @param isLong whether it may take as long as the longest flight. */
type InTurn = (work: () => void, isLong: boolean) => void;
/** Called when bytes are written, at once or later. */
type Written = (error?: Error | null) => void;

/** Requests whose connections end in one turn because a write failed; an HTTP/2 connection has up to hundreds. */
const MAX_FAILED = 32;

/** Ends of connections with a failed write. */
const failed: { readonly end: () => void; readonly requests: number }[] = [];
const nextFailed = new NextTurn(() => {
  try {
    for (let requests = 0; failed.length > 0 && requests < MAX_FAILED;) {
      const next = failed.shift()!;
      requests += next.requests;
      next.end();
    }
  } finally {
    if (failed.length > 0) nextFailed.schedule();
  }
});

/** In turns: an event of watches is written to hundreds of connections in one turn. */
function endInTurn(end: () => void, requests: number): void {
  failed.push({ end, requests });
  nextFailed.schedule();
}

/**
 * The bytes of a TCP connection, for TLS above it. Until the handshake is complete they are handed over in turns, and no more than a flight may have. After that
 * they wait for a turn only where they are many small records, such as key updates: OpenSSL reads all it gets in one step.
 */
export class GuardedConnection extends ConnectionLayer<Socket> {
  /** Its handshake. */
  isComplete = false;
  /** Called for each read of an HTTP/1.1 connection after the handshake, before its bytes are handed over. */
  onRead = (): void => undefined;
  /** Handed over after the ClientHello. */
  flightBytes = 0;
  private hasEnded = false;
  /** TLS reads no more until it has room: what waits has no turn meanwhile. */
  private isFull = false;
  private waiting: Buffer[] = [];
  private waitingBytes = 0;
  private readonly headers = new RecordHeaders();
  /** To be written together. */
  private corked: Buffer[] = [];
  private onWritten: Written | undefined;
  /** Of an HTTP/2 connection, as is its use. */
  private pace: ReadPace | undefined;
  private use: RecentUse | undefined;

  constructor(
    connection: Socket,
    private readonly network: string,
    private readonly inTurn: InTurn,
    /** Absent: the first bytes are not a ClientHello. */
    public flight?: Pick<HandshakeFlight, 'mayRead' | 'derived'>,
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
    this.flight?.mayRead(hello);
    if (hello.length > 0) this.push(hello);
    if (first.length > helloBytes) this.receive(first.subarray(helloBytes));
  }

  /** The handshake is complete. @param pace of HTTP/2 connections, if it is one. */
  complete(pace?: ReadPace): void {
    this.isComplete = true;
    this.flight = undefined;
    this.pace = pace;
    if (!pace) return readShared(this.connection, (bytes) => this.pass(bytes));
    const use = (this.use = pace.newUse());
    readShared(this.connection, (bytes) => this.passInStep(pace, use, bytes), HTTP2_STEP_BYTES);
    this.on('resume', () => this.proceed());
  }

  /** Bytes that TLS has read. */
  get bytesRead(): number {
    return this.connection.bytesRead - this.connection.readableLength - this.waitingBytes - this.readableLength;
  }

  override _read(): void {
    if (!this.pace) this.proceed();
    if (this.waitingBytes < this.mostWaiting) this.connection.resume();
  }

  private proceed(): void {
    if (!this.isFull) return;
    this.isFull = false;
    this.schedule();
  }

  private get mostWaiting(): number {
    return this.pace ? 1 : MAX_WAITING_BYTES;
  }

  // HOT PATH (bench: get): Node corks this stream for each write of TLS, which has one at a time. So they need no queue, neither here nor in the TCP connection.
  override write = (chunk: Buffer, written?: unknown): boolean => {
    this.corked.push(chunk);
    this.onWritten = written as Written;
    return true;
  };

  override cork(): void {
    // until `uncork` nothing is written
  }

  /**
   * Destroys the connection when a write fails, as a stream does. Node's HTTP/2 ignores the error, and waits without end for the next write, before which it reads no more. Once a
   * write has failed, a read does not report that the connection was reset, but its end, which comes after what waits to be read.
   */
  override uncork(): void {
    const [chunks, onWritten] = [this.corked, this.onWritten!];
    this.corked = [];
    const report = (error?: Error | null): void => {
      for (let n = 0; n < chunks.length; n++) onWritten(error);
    };
    const written = (error?: Error | null): void => {
      if (this.pace || !error) report(error);
      if (!error) return;
      const end = (): void => {
        if (!this.pace) report(error); // TLS ends with it
        this.destroy(error);
      };
      endInTurn(end, this.pace ? MAX_FAILED : 1);
    };
    if (chunks.length === 1) return this.connection._write(chunks[0], BUFFER, written);
    const all = chunks.map((chunk) => ({ chunk, encoding: BUFFER }));
    this.connection._writev!(all, written);
  }

  /** HOT PATH (bench: get): past the queues, while they are empty. @returns whether this was possible. */
  private pass(chunk: Buffer): boolean {
    this.onRead();
    if (!this.areQueuesEmpty) return false;
    if (this.headers.count(chunk) <= MAX_RECORDS) this.emit('data', chunk);
    else this.wait(Buffer.from(chunk));
    return true;
  }

  /** HOT PATH (bench: get): past the queues, while they are empty, and this turn has time left. @returns whether this was possible. */
  private passInStep(pace: ReadPace, use: RecentUse, chunk: Buffer): boolean {
    return this.areQueuesEmpty && pace.tryRun(use, () => void this.emit('data', chunk));
  }

  private get areQueuesEmpty(): boolean {
    const { connection } = this;
    if (this.readableFlowing !== true || connection.readableFlowing !== true || this.writableEnded) return false;
    return this.waitingBytes + this.readableLength + connection.readableLength === 0;
  }

  protected override receive(chunk: Buffer): void {
    if (this.writableEnded) return; // TLS may not answer any more
    if (this.pace) return this.wait(chunk);
    const records = this.headers.count(chunk);
    if (!this.isComplete || this.waitingBytes > 0 || records > MAX_RECORDS) this.wait(chunk);
    else if (!this.push(chunk)) this.connection.pause();
  }

  private wait(chunk: Buffer): void {
    this.waiting.push(chunk);
    this.waitingBytes += chunk.length;
    if (this.waitingBytes === chunk.length) this.schedule();
    if (this.waitingBytes >= this.mostWaiting) this.connection.pause();
  }

  protected override receiveEnd(): void {
    this.hasEnded = true;
    this.endIfEmpty();
  }

  private get isLong(): boolean {
    return this.isComplete || this.flightBytes >= SHORT_FLIGHT_BYTES;
  }

  private schedule(): void {
    const { network, pace, use, waitingBytes } = this;
    if (pace && use) pace.run(waitingBytes > FEW_HTTP2_BYTES ? `${network} long` : network, use, this.handOver);
    else this.inTurn(this.handOver, this.isLong);
  }

  private get mostBytes(): number {
    if (this.pace) return HTTP2_STEP_BYTES;
    if (this.isComplete) return STEP_BYTES;
    return this.isLong ? this.mostFlightBytes : SHORT_FLIGHT_BYTES;
  }

  private get mostFlightBytes(): number {
    return this.flight ? MAX_FLIGHT_BYTES : SHORT_FLIGHT_BYTES; // OpenSSL may accept others, as of SSL 2
  }

  private readonly handOver = (): void => {
    if (this.destroyed) return;
    if (this.pace && this.readableFlowing !== true && !this.writableEnded) return void (this.isFull = true);
    const bytes = this.waiting.length === 1 ? this.waiting[0]! : Buffer.concat(this.waiting);
    const { mostBytes } = this;
    let handed = bytes.subarray(0, this.isComplete ? mostBytes : mostBytes - this.flightBytes);
    if (this.flight) {
      handed = handed.subarray(0, this.flight.mayRead(handed));
      if (handed.length === 0) return void this.destroy();
    }
    const rest = bytes.subarray(handed.length);
    this.waiting = rest.length > 0 ? [rest] : [];
    this.waitingBytes = rest.length;
    this.flightBytes += handed.length;
    const hasRoom = this.writableEnded || this.push(handed);
    if (!this.isComplete && this.flightBytes === this.mostFlightBytes) return void this.destroy();
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
