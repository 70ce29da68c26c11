import type { Socket } from 'node:net';
import { ReadTurns } from '../layers/read-turns.js';
import { ConnectionLayer } from '../layers/connection-layer.js';
import { ReadPace } from '../layers/read-pace.js';
import type { RecentUse } from '../layers/recent-use.js';

/** Bytes that are passed on in one step where they may be many chunks of HTTP: a few thousand at most. Others are passed on as they arrive. */
const STEP_BYTES = 16 * 1_024;
/** Line feeds of a thousand chunks of HTTP, each of which has two. */
const MANY_LINES = 2_048;
const LINE_FEED = 10;

/**
 * The bytes of a connection to a backend, read in turn with those of all others: some backends send much, and 64 KiB may be 10,000 chunks of HTTP, each of which is
 * an event and a write.
 */
export class PacedConnection extends ConnectionLayer<Socket> {
  /** Received, and not passed on. The connection is paused meanwhile. */
  private rest: Buffer | undefined;
  /** The end was received, after the rest: Node reports it of a paused connection, too. */
  private hasEnded = false;
  /** The reader asks for more when it has room. */
  private isFull = false;
  private readonly use: RecentUse;

  /** @param flow whose connection it is. @param isEncrypted whether TLS is above it: then the bytes do not show chunks. */
  constructor(
    connection: Socket,
    private readonly flow: string,
    private readonly isEncrypted: boolean,
    private readonly pace: ReadPace = shared,
    private readonly reads: ReadTurns = sharedReads,
  ) {
    super(connection);
    this.use = pace.newUse();
    reads.add(connection, undefined, flow);
  }

  override _read(): void {
    if (!this.isFull) return;
    this.isFull = false;
    this.proceed();
  }

  protected override receive(chunk: Buffer): void {
    readMs += MS_PER_READ;
    this.reads.check();
    this.connection.pause();
    this.rest = chunk;
    this.proceed();
  }

  protected override receiveEnd(): void {
    this.hasEnded = true;
    if (!this.rest) this.push(null);
  }

  private proceed(): void {
    if (this.rest) this.pace.run(this.flow, this.use, this.step);
    else this.connection.resume();
  }

  private readonly step = (): void => {
    const { rest } = this;
    if (!rest || this.destroyed) return;
    const bytes = this.isEncrypted || hasManyLines(rest) ? STEP_BYTES : rest.length;
    this.rest = rest.length > bytes ? rest.subarray(bytes) : undefined;
    const hasRoom = this.push(rest.subarray(0, bytes));
    if (!this.rest && this.hasEnded) this.push(null);
    else if (hasRoom) this.proceed();
    else this.isFull = true;
  };
}

const shared = new ReadPace();
/** Reading takes some tenth of a millisecond, before the bytes wait for their turn. */
const MS_PER_READ = 0.2;
/** Time of all reads. One poll reads connections of clients, too, which may take long: their time does not count. */
let readMs = 0;
/** Backends may send at the same moment. */
const sharedReads = new ReadTurns(() => readMs);

function hasManyLines(bytes: Buffer): boolean {
  let lines = 0;
  for (let at = bytes.indexOf(LINE_FEED); at >= 0; at = bytes.indexOf(LINE_FEED, at + 1))
    if (++lines > MANY_LINES) return true;
  return false;
}
