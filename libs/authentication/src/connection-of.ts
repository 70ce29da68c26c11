import type { IncomingMessage } from 'node:http';
import type { TLSSocket } from 'node:tls';

/** The connection of a request. HTTP/2 hides it behind a proxy object: the session has the real one. Undefined without TLS (tests). */
export function connectionOf(raw: IncomingMessage): TLSSocket | undefined {
  const stream = (raw as { stream?: { session?: { socket?: unknown } } }).stream;
  const socket = (stream?.session?.socket ?? raw.socket) as TLSSocket | undefined;
  return socket?.encrypted === true ? socket : undefined;
}
