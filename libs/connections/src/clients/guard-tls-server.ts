import type { Server } from 'node:http';
import { guardHandshakes, type GuardOptions } from './guard-handshakes.js';
import { HANDSHAKE_LIMITS } from './handshake-gate.js';
import { parseUntilDestroyed } from './parse-until-destroyed.js';
import { parseWhilePaused } from './paused-parser.js';
import { readInTurns } from './read-in-turns.js';

/**
 * Guards the connections of an HTTP server over TLS, of any clients: their handshakes, records and reads. Called before it listens. Its options of TLS are `SERVER_TLS`:
 * `HandshakeFlight` would end the connections of clients of TLS 1.2 that resume a session.
 */
export function guardTlsServer(server: Server, options: Pick<GuardOptions, 'mayBeDirect'> = {}): void {
  guardHandshakes(server, HANDSHAKE_LIMITS, options);
  parseWhilePaused(server);
  parseUntilDestroyed(server);
  readInTurns(server);
}
