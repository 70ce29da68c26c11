import type { Server } from 'node:http';
import type { TLSSocket } from 'node:tls';

/** What Node's HTTP server keeps at a connection. */
interface ParsedConnection extends TLSSocket {
  readonly parser?: { pause: () => void } | null;
}

const PARSES_ON = (): void => undefined;

/**
 * Lets a connection parse what it has received when it is told to receive no more. Node pauses a connection, and its parser, when a request
 * comes while the last answer is not known to be taken; but TLS goes on to hand out what it has decrypted already, which a paused parser
 * refuses as `HPE_PAUSED`. So a client that sends a large body right after a large answer, as any may, was told that its bytes are no HTTP
 * request. The connection itself is still paused: what is parsed on is what one read of the socket brought, 64 KiB at most.
 */
export function parseWhilePaused(server: Server): void {
  server.on('secureConnection', (connection: ParsedConnection) => {
    // Absent for HTTP/2. Parsers serve one connection after the other, and all of this process may parse on.
    if (connection.parser) connection.parser.pause = PARSES_ON;
  });
}
