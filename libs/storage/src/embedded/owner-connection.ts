import { once } from 'node:events';
import { connect, type Socket } from 'node:net';

import { KEPT, SocketPath } from './readers-socket.js';

/** No process listens: the owner is starting, stopping, or not a server. */
const ABSENT: ReadonlySet<string> = new Set(['ENOENT', 'ECONNREFUSED', 'ECONNRESET']);

/** Whether a process lets others read the store: its owner, also when it is suspended. The lock files do not matter. */
export async function isServed(directory: string): Promise<boolean> {
  const socketPath = new SocketPath(directory);
  const socket = connect({ path: socketPath.path });
  try {
    await once(socket, 'connect');
    return true;
  } catch {
    return false;
  } finally {
    socket.destroy();
    socketPath.close();
  }
}

/** A connection to the owner of a store, which keeps the pages of its file for this process meanwhile. */
export class OwnerConnection {
  private isOpen = true;

  private constructor(private readonly socket: Socket) {
    socket.on('error', () => socket.destroy());
    // All three: the socket is closed some turns of the event loop after its end.
    for (const event of ['end', 'error', 'close']) socket.on(event, () => (this.isOpen = false));
    socket.resume();
  }

  /**
   * Resolves when the owner keeps the pages of its newest commit; with undefined when no owner answers.
   * @throws the system error.
   */
  static async open(directory: string): Promise<OwnerConnection | undefined> {
    const socketPath = new SocketPath(directory);
    const socket = connect({ path: socketPath.path });
    try {
      const answer = await firstAnswer(socket);
      if (answer !== KEPT) throw Object.assign(new Error('the owner refuses readers'), { code: 'ECONNRESET' });
      return new OwnerConnection(socket);
    } catch (error) {
      socket.destroy();
      if (ABSENT.has((error as NodeJS.ErrnoException).code ?? '')) return undefined;
      throw error;
    } finally {
      socketPath.close();
    }
  }

  /** Whether the owner has kept the pages without a break. */
  get keepsPages(): boolean {
    return this.isOpen;
  }

  close(): void {
    this.socket.destroy();
  }
}

async function firstAnswer(socket: Socket): Promise<string> {
  const ended = once(socket, 'end').then(() => '');
  ended.catch(() => undefined);
  const answered = once(socket, 'data').then(([bytes]) => String(bytes));
  answered.catch(() => undefined);
  const answer = await Promise.race([answered, ended]);
  socket.pause();
  return answer;
}
