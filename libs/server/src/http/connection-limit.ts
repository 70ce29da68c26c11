import type { Socket } from 'node:net';
import { clientNetwork } from '@orch/http';
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
 * Limits open connections, which an idle client may keep for as long as it sends a request from time to time. A client network gets as many as stay free: one alone has half,
 * two have a third each, so that another one always finds a place.
 */
export class ConnectionLimit {
  private open = 0;
  private readonly ofNetworks = new Map<string, number>();

  /** @param most connections of all networks. Default: three quarters of the files, and a quarter of the memory of the process. */
  constructor(private readonly most: number = mostConnections()) {}

  /** Counts a new connection until it closes, or destroys it. @returns whether it is open. */
  enter(connection: Socket): boolean {
    const { remoteAddress } = connection;
    if (remoteAddress === undefined) return false; // closed already
    const network = clientNetwork(remoteAddress);
    const held = this.ofNetworks.get(network) ?? 0;
    if (held >= this.most - this.open) {
      connection.destroy();
      return false;
    }
    this.open++;
    this.ofNetworks.set(network, held + 1);
    connection.once('close', () => this.leave(network));
    return true;
  }

  private leave(network: string): void {
    this.open--;
    const held = this.ofNetworks.get(network)! - 1;
    if (held > 0) this.ofNetworks.set(network, held);
    else this.ofNetworks.delete(network);
  }
}
