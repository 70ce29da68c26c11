import type { IncomingMessage } from 'node:http';
import type { Http2ServerRequest } from 'node:http2';
import { clientNetwork } from '@orch/connections';

/** The connection of a request. */
export interface RequestConnection {
  /** Of its client; empty when its connection is closed. */
  readonly network: string;
  /** One object for all requests of a connection, which lives as long as it. */
  readonly connection: object;
}

/** The connection of a request. One over HTTP/1.1 is destroyed when its body was read, too. */
export function requestConnection(raw: IncomingMessage): RequestConnection {
  if (raw.destroyed && raw.httpVersionMajor > 1) return { network: '', connection: raw }; // its connection may not be asked then
  const socket = raw.socket as typeof raw.socket | undefined;
  // The socket of an HTTP/2 request is a substitute of its own.
  const { stream } = raw as unknown as Partial<Http2ServerRequest>;
  return { network: clientNetwork(socket?.remoteAddress ?? ''), connection: stream?.session ?? socket ?? raw };
}
