import { closeSync, openSync } from 'node:fs';
import { join } from 'node:path';

/** The socket in the directory of the store on which its owner lets other processes read. */
export const READERS_SOCKET = 'readers.sock';
/** What the owner answers when a reader's pages are kept. */
export const KEPT = 'kept\n';

/** A path of the socket that fits in the 107 bytes of a socket address, however long the path of the directory is (on Linux). */
export class SocketPath {
  readonly path: string;
  private readonly handle: number | undefined;

  /** @throws the system error when the directory cannot be opened. */
  constructor(directory: string) {
    this.handle = process.platform === 'linux' ? openSync(directory, 'r') : undefined;
    this.path = join(this.handle === undefined ? directory : `/proc/self/fd/${this.handle}`, READERS_SOCKET);
  }

  /** The path cannot be used afterwards. */
  close(): void {
    if (this.handle !== undefined) closeSync(this.handle);
  }
}
