import type { Socket } from 'node:net';

/**
 * Ends a connection by RST and nothing else. `resetAndDestroy` says good-bye first: it writes what waits, then a FIN, and only
 * then a RST, which the other side may never notice. The flag is what it sets for its last step. One that has said good-bye
 * already cannot be reset any more.
 */
export function resetSocket(socket: Socket): void {
  if (socket.destroyed) return;
  if (!socket.writableEnded) Object.assign(socket, { resetAndClosing: true });
  socket.destroy();
}
