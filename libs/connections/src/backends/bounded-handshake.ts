import type { TLSSocket } from 'node:tls';
import { ConnectionLayer } from '../layers/connection-layer.js';
import { HandshakeFlight } from '../layers/handshake-flight.js';

/** Longest handshake of a server, with the chain of its certificate. Unit: bytes. */
const MAX_HANDSHAKE_BYTES = 16 * 1024;
/** What OpenSSL reads in one step: the longest record. Unit: bytes. */
const STEP_BYTES = 16 * 1024;
/** Encrypted bytes between two checks. The last record of them may be incomplete, and so without data yet. */
const CHECKED_BYTES = 32 * 1024;
/** Encrypted bytes for each byte of data. A chunk of one byte in a record of its own has five. */
const MAX_RATIO = 16;
/** Checks that are further apart than this are of a slow server. Unit: milliseconds. */
const FLOOD_MS = 500;

/** A server sent more than a handshake has. */
export class HandshakeTooLong extends Error {
  readonly code = 'EHANDSHAKETOOLONG';

  constructor() {
    super('the TLS handshake of the server is longer than 16 KiB');
  }
}

/** A server sent many certificates, or what OpenSSL would not read. */
class HandshakeRefused extends Error {
  readonly code = 'EHANDSHAKEREFUSED';

  constructor() {
    super('the TLS handshake of the server is not valid, or has too many certificates');
  }
}

/** A server sent records without data, such as session tickets or key updates by the thousands. */
class RecordFlood extends Error {
  readonly code = 'ERECORDFLOOD';

  constructor() {
    super('the server sent too many TLS records without data');
  }
}

/** What is read from a TLS connection. */
interface DecryptedData {
  /** Bytes of data so far. */
  readonly bytesRead: number;
}

/**
 * The bytes of a TCP connection, for TLS above it. OpenSSL checks a chain of certificates of up to 100 KB in one step before anything can be refused, and a
 * chain may be made to take half a second: so a longer handshake ends with {@link HandshakeTooLong} before OpenSSL has it, and one with many certificates with {@link HandshakeRefused}. Afterwards it reads records
 * without data, such as 50,000 session tickets in a megabyte, without an event: they end with {@link RecordFlood}.
 */
export class BoundedHandshake extends ConnectionLayer {
  private received = 0;
  private readonly flight = new HandshakeFlight('server');
  private above: TLSSocket | undefined;
  private secure: DecryptedData | undefined;
  private checked = { received: 0, data: 0, atMs: 0 };

  /** Before the handshake: without this, none of TLS 1.3 is read. @param secure the connection above. */
  begin(secure: TLSSocket): void {
    this.above = secure;
    secure.on('keylog', (line: Buffer) => this.flight.derived(line, secure));
  }

  /** The handshake is complete: what follows has no bound but that of a flood. @param secure the connection above. */
  complete(secure: DecryptedData): void {
    this.secure = secure;
    this.checked = this.progress(secure);
  }

  protected override receive(chunk: Buffer): void {
    let rest = chunk;
    // TLS above may be destroyed by what was pushed: Node throws where OpenSSL goes on and has data.
    while (rest.length > 0 && !this.destroyed && !this.above?.destroyed) {
      let step = rest.subarray(0, STEP_BYTES);
      if (!this.secure) step = step.subarray(0, this.flight.mayRead(step));
      if (step.length === 0) return void this.destroy(new HandshakeRefused());
      rest = rest.subarray(step.length);
      this.received += step.length;
      if (!this.secure && this.received > MAX_HANDSHAKE_BYTES) return void this.destroy(new HandshakeTooLong());
      if (!this.push(step)) this.connection.pause();
      if (this.secure && this.isFlood(this.secure)) this.destroy(new RecordFlood());
    }
  }

  private isFlood(secure: DecryptedData): boolean {
    const now = this.progress(secure);
    const { checked } = this;
    const received = now.received - checked.received;
    if (received < CHECKED_BYTES) return false;
    this.checked = now;
    return now.atMs - checked.atMs < FLOOD_MS && (now.data - checked.data) * MAX_RATIO < received;
  }

  /** What OpenSSL has read, and what came of it. */
  private progress({ bytesRead }: DecryptedData): { received: number; data: number; atMs: number } {
    return { received: this.received - this.readableLength, data: bytesRead, atMs: performance.now() };
  }
}
