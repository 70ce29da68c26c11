import type { Socket } from 'node:net';

/**
 * Ends a connection with RST only. `resetAndDestroy` shuts down first: it flushes pending data, then sends a FIN, and only
 * then a RST, which the peer may never notice. The flag is the one it sets for its last step. A connection that has sent a FIN
 * cannot be reset any more.
 */
export function resetSocket(socket: Socket): void {
  if (socket.destroyed) return;
  if (!socket.writableEnded) Object.assign(socket, { resetAndClosing: true });
  socket.destroy();
}
