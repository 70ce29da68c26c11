import type { IncomingMessage } from 'node:http';
import type { Duplex } from 'node:stream';

/**
 * Connections whose request may take unlimited time to arrive, because it is forwarded while it is received. Node
 * reports a timeout for all others after a minute.
 */
const exempt = new WeakSet<Duplex>();

/** For this request only; the next one on its connection has the timeout again. */
export function exemptFromRequestTimeout(request: IncomingMessage): void {
  const { socket } = request;
  exempt.add(socket);
  request.once('close', () => exempt.delete(socket));
}

export const isExemptFromRequestTimeout = (connection: Duplex): boolean => exempt.has(connection);
