import type { Server, Socket } from 'node:net';

/** Interval of the checks. Unit: milliseconds. */
const CHECK_MS = 500;
/** Bytes without data of the connections of a client network from which on they end. */
const MAX_EMPTY_BYTES = 64 * 1024;
/** Those of a connection that are not counted: the longest record, of which a part has arrived. */
const RECORD_BYTES = 17 * 1024;
/** What a connection is forgiven between two checks, such as single keystrokes of a terminal. */
const FORGIVEN_BYTES = 1024;
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
  readonly network: string;
  readonly below: EncryptedConnection;
  /** At the last check. */
  receivedBytes: number;
  dataBytes: number;
  /** Encrypted bytes of records without data, or with little. */
  emptyBytes: number;
}

/**
 * Ends connections that send TLS records without data, such as 20,000 key updates in half a megabyte, on one connection or on hundreds of a client network. OpenSSL reads
 * them all without an event, so they are detected by what arrived and what came of it.
 */
export class RecordFloods {
  private readonly connections = new Map<Socket, Watched>();

  /** @param onFlood called with the network of a connection before that is destroyed, and the time that it took. Unit: milliseconds. */
  constructor(private readonly onFlood: (network: string, costMs: number) => void) {}

  /** Watches a connection until it closes. */
  add(network: string, connection: Socket, below: EncryptedConnection): void {
    const [receivedBytes, dataBytes] = [below.bytesRead, connection.bytesRead];
    this.connections.set(connection, { network, below, receivedBytes, dataBytes, emptyBytes: 0 });
    connection.once('close', () => this.connections.delete(connection));
  }

  /** Checks the connections until the server closes. */
  checkUntilClosed(server: Server): void {
    const checking = setInterval(() => this.check(), CHECK_MS).unref();
    server.once('close', () => clearInterval(checking));
  }

  check(): void {
    const ofNetworks = new Map<string, number>();
    for (const [connection, watched] of this.connections) {
      const received = watched.below.bytesRead - watched.receivedBytes;
      const data = connection.bytesRead - watched.dataBytes;
      watched.receivedBytes += received;
      watched.dataBytes += data;
      watched.emptyBytes = Math.max(0, watched.emptyBytes + received - data * MAX_RATIO - FORGIVEN_BYTES);
      const { network, emptyBytes } = watched;
      if (emptyBytes > RECORD_BYTES) ofNetworks.set(network, (ofNetworks.get(network) ?? 0) + emptyBytes);
    }
    if (ofNetworks.size === 0) return;
    for (const { network, below, emptyBytes } of this.connections.values()) {
      if (emptyBytes <= RECORD_BYTES || ofNetworks.get(network)! < MAX_EMPTY_BYTES) continue;
      this.onFlood(network, emptyBytes * MS_PER_BYTE);
      below.destroy();
    }
  }
}
