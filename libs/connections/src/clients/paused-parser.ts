import type { Server } from 'node:http';
import type { TLSSocket } from 'node:tls';

/** The parser of a connection of Node's HTTP server. */
interface ParsedConnection extends TLSSocket {
  readonly parser?: { pause: () => void } | null;
}

const PARSES_ON = (): void => undefined;

/**
 * Lets a paused connection parse what it has already received. Node pauses a connection, and its parser, when a request
 * arrives while the last answer is not flushed; but TLS still emits data it has decrypted, which a paused parser
 * rejects as `HPE_PAUSED`. A client that sent a large body right after a large answer was answered that its bytes are
 * not an HTTP request. The connection itself stays paused: only the data of one socket read is parsed, 64 KiB at most.
 */
export function parseWhilePaused(server: Server): void {
  server.on('secureConnection', (connection: ParsedConnection) => {
    // Absent for HTTP/2. Parsers are reused by several connections; all parsers of this process may stay patched.
    if (connection.parser) connection.parser.pause = PARSES_ON;
  });
}
