import type { Socket } from 'node:net';

/** Interval of the checks. Unit: milliseconds. */
export const FLOOD_CHECK_MS = 500;
/** Encrypted bytes between two checks that are not looked at. */
const UNCHECKED_BYTES = 64 * 1024;
/** Encrypted bytes for each byte of data. A frame of HTTP/2 in a record of its own has four at most. */
const MAX_RATIO = 16;
/** What OpenSSL takes for records of key updates. Unit: milliseconds of CPU time for each byte. */
const MS_PER_BYTE = 1 / 8_192;

/** The connection below one with TLS. */
interface EncryptedConnection {
  /** Bytes that TLS has read: those that wait for it are not without data. */
  readonly bytesRead: number;
  destroy(): unknown;
}

/** A connection after its handshake. */
interface Watched {
  readonly below: EncryptedConnection;
  receivedBytes: number;
  dataBytes: number;
}

/**
 * Ends connections that send TLS records without data, such as 20,000 key updates in half a megabyte. OpenSSL reads them all without an event, so they are
 * detected by what arrived and what came of it.
 */
export class RecordFloods {
  private readonly connections = new Map<Socket, Watched>();

  /** @param onFlood called with a connection before it is destroyed, and the time that it took. Unit: milliseconds. */
  constructor(private readonly onFlood: (connection: Socket, costMs: number) => void) {}

  /** Watches a connection until it closes. */
  add(connection: Socket, below: EncryptedConnection): void {
    this.connections.set(connection, { below, receivedBytes: below.bytesRead, dataBytes: connection.bytesRead });
    connection.once('close', () => this.connections.delete(connection));
  }

  check(): void {
    for (const [connection, watched] of this.connections) {
      const { below, receivedBytes, dataBytes } = watched;
      watched.receivedBytes = below.bytesRead;
      watched.dataBytes = connection.bytesRead;
      const received = watched.receivedBytes - receivedBytes;
      if (received < UNCHECKED_BYTES || (watched.dataBytes - dataBytes) * MAX_RATIO >= received) continue;
      this.onFlood(connection, received * MS_PER_BYTE);
      below.destroy();
    }
  }
}
