import type { Socket } from 'node:net';
import { ConnectionLayer } from '@orch/http';
import { ReadPace } from './read-pace.js';

/** Bytes that are passed on in one step: a few thousand chunks of HTTP at most. */
const STEP_BYTES = 16 * 1_024;

/**
 * The bytes of a connection to a backend, read in turn with those of all others: some backends send much, and 64 KiB may be 10,000 chunks of HTTP, each of which is
 * an event and a write.
 */
export class PacedConnection extends ConnectionLayer {
  /** Received, and not passed on. The connection is paused meanwhile. */
  private rest: Buffer | undefined;
  /** The reader asks for more when it has room. */
  private isFull = false;

  constructor(
    private readonly socket: Socket,
    private readonly pace: ReadPace = shared,
  ) {
    super(socket);
  }

  override _read(): void {
    if (!this.isFull) return;
    this.isFull = false;
    this.proceed();
  }

  protected override receive(chunk: Buffer): void {
    this.socket.pause();
    this.rest = chunk;
    this.proceed();
  }

  private proceed(): void {
    if (this.rest) this.pace.run(this.step);
    else this.socket.resume();
  }

  private readonly step = (): void => {
    const { rest } = this;
    if (!rest || this.destroyed) return;
    this.rest = rest.length > STEP_BYTES ? rest.subarray(STEP_BYTES) : undefined;
    if (this.push(rest.subarray(0, STEP_BYTES))) this.proceed();
    else this.isFull = true;
  };
}

const shared = new ReadPace();
