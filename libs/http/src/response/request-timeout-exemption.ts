import type { IncomingMessage } from 'node:http';
import type { Duplex } from 'node:stream';

/**
 * Connections whose request may take as long as it wants to arrive: it is handed on as it comes. Of all others Node says
 * after a minute that they are late.
 */
const unhurried = new WeakSet<Duplex>();

/** Holds for this request alone; the next one on its connection is told when it is late. */
export function exemptFromRequestTimeout(request: IncomingMessage): void {
  const { socket } = request;
  unhurried.add(socket);
  request.once('close', () => unhurried.delete(socket));
}

export const isExemptFromRequestTimeout = (connection: Duplex): boolean => unhurried.has(connection);
