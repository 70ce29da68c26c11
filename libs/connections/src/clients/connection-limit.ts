import type { Socket } from 'node:net';
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

  /** @param most connections of all networks. Default: three quarters of the files, and a quarter of the memory of the process. */
  constructor(most: number = mostConnections()) {
    this.places = new SharedPlaces(most);
  }

  /** Counts a new connection until it closes, or destroys it. @returns whether it is open. */
  enter(connection: Socket): boolean {
    const { remoteAddress } = connection;
    if (remoteAddress === undefined) return false; // closed already
    const network = clientNetwork(remoteAddress);
    if (!this.places.hasRoom(network)) {
      connection.destroy();
      return false;
    }
    this.places.take(network);
    connection.once('close', () => this.places.release(network));
    return true;
  }
}
