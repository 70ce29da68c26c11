import { once } from 'node:events';
import { rmSync } from 'node:fs';
import { createServer, type Server, type Socket } from 'node:net';
import { join } from 'node:path';

import { KEPT, READERS_SOCKET, SocketPath } from './readers-socket.js';

/** More readers at once are refused. */
const MAX_READERS = 16;

/** A snapshot whose pages LMDB does not reuse until it is done. */
export interface KeptPages {
  done(): void;
}

/**
 * Lets other processes read the store file while this process writes it. A reader connects; the pages of the state at that moment are kept
 * until it disconnects. Readers do not share LMDB's table of readers with the owner: a process that opens it resets the number of the newest commit there
 * to the one it read before, and the owner's next commit could replace the one in between.
 */
export class ReaderService {
  private readonly readers = new Map<Socket, KeptPages>();

  private constructor(
    private readonly server: Server,
    private readonly socketPath: SocketPath,
    private readonly keep: () => KeptPages,
  ) {
    server.on('connection', (socket) => this.welcome(socket));
  }

  /**
   * The caller must hold the lock of the directory.
   * @throws the system error when the file system has no sockets.
   */
  static async start(directory: string, keep: () => KeptPages): Promise<ReaderService> {
    rmSync(join(directory, READERS_SOCKET), { force: true });
    const socketPath = new SocketPath(directory);
    const server = createServer();
    server.maxConnections = MAX_READERS;
    try {
      server.listen({ path: socketPath.path });
      await once(server, 'listening');
    } catch (error) {
      socketPath.close();
      throw error;
    }
    server.unref();
    return new ReaderService(server, socketPath, keep);
  }

  /** Disconnects all readers. */
  async close(): Promise<void> {
    const closed = once(this.server, 'close');
    this.server.close();
    for (const socket of this.readers.keys()) {
      this.release(socket);
      socket.destroy();
    }
    await closed;
    this.socketPath.close();
  }

  private welcome(socket: Socket): void {
    socket.unref();
    socket.on('error', () => socket.destroy());
    socket.on('close', () => this.release(socket));
    // Its end is an event only when everything it sends is read.
    socket.resume();
    try {
      this.readers.set(socket, this.keep());
      socket.write(KEPT);
    } catch {
      // LMDB has no place for another reader.
      socket.destroy();
    }
  }

  private release(socket: Socket): void {
    this.readers.get(socket)?.done();
    this.readers.delete(socket);
  }
}
