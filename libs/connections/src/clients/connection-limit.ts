import type { Server, Socket } from 'node:net';
import { SharedPlaces } from '@orch/apimachinery';
import { clientNetwork } from '../client-network.js';
import { openFilesLimit, processMemoryBytes } from '@orch/process';

/** Share of the files of the process: the rest is for its store, and for backends of proxied requests. */
const FILES_SHARE = 3 / 4;
/** Memory of an idle connection with its TLS state, measured. Unit: bytes. */
const CONNECTION_BYTES = 64 * 1_024;
const MEMORY_SHARE = 1 / 4;

/** Connections of all clients. */
const mostConnections = (): number =>
  Math.floor(Math.min(openFilesLimit() * FILES_SHARE, (processMemoryBytes() * MEMORY_SHARE) / CONNECTION_BYTES));

/**
 * Limits open connections, which an idle client may keep for as long as it sends a request from time to time. Client networks share
 * them ({@link SharedPlaces}).
 */
export class ConnectionLimit {
  private readonly places: SharedPlaces;
  private readonly open = new Set<Socket>();
  private isClosed = false;

  /** @param most connections of all networks. Default: three quarters of the files, and a quarter of the memory of the process. */
  constructor(most: number = mostConnections()) {
    this.places = new SharedPlaces(most);
  }

  /** Counts the connections of a server before all else that is done with them. Called before it listens. */
  guard(server: Server): void {
    server.prependListener('connection', (connection: Socket) => this.enter(connection));
  }

  /** Counts a new connection until it closes, or destroys it. */
  enter(connection: Socket): void {
    const { remoteAddress } = connection;
    if (remoteAddress === undefined) return; // closed already
    const network = clientNetwork(remoteAddress);
    if (this.isClosed || !this.places.hasRoom(network)) return void connection.destroy();
    this.places.take(network);
    this.open.add(connection);
    connection.once('close', () => {
      this.places.release(network);
      this.open.delete(connection);
    });
  }

  /** Destroys all connections, and those that come later: Node closes those of HTTP only, and one whose handshake ends later would delay the close. */
  destroyAll(): void {
    this.isClosed = true;
    for (const connection of this.open) connection.destroy();
  }
}
