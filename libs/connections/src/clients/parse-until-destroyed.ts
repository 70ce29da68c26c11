import type { IncomingMessage, Server } from 'node:http';
import type { TLSSocket } from 'node:tls';

/** Begins a request. @returns what of the bytes is its body, for Node's parser. */
type OnIncoming = (request: IncomingMessage, keepAlive: boolean) => number;

/** The parser of a connection of Node's HTTP server. */
interface ParsedConnection extends TLSSocket {
  readonly parser?: { onIncoming: OnIncoming } | null;
}

/** What follows is not HTTP: the parser stops. */
const UPGRADE = 2;

/**
 * Parses no more requests of a connection that was destroyed by one of them. Node would parse all that it has decrypted, hundreds of pipelined requests, begin each, and end
 * each with an error when the connection is closed.
 */
export function parseUntilDestroyed(server: Server): void {
  server.on('secureConnection', (connection: ParsedConnection) => {
    const { parser } = connection;
    if (!parser) return; // HTTP/2
    const { onIncoming } = parser;
    // HOT PATH (bench: get)
    parser.onIncoming = (request, keepAlive) => (connection.destroyed ? UPGRADE : onIncoming(request, keepAlive));
  });
}
