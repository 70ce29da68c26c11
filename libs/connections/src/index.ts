/**
 * What a server does with its TCP and TLS connections, before and below HTTP: those of its clients, and those to backends.
 * @module @orch/connections
 */
export { clientNetwork } from './client-network.js';
export { boundedConnector } from './backends/bounded-connector.js';
export { BoundedHandshake } from './backends/bounded-handshake.js';
export { hostLookups } from './backends/host-lookups.js';
export { PacedConnection } from './backends/paced-connection.js';
export { ConnectionLimit } from './clients/connection-limit.js';
export { awaitedRequest, awaitFirstRequest } from './clients/first-request.js';
export { guardTlsServer } from './clients/guard-tls-server.js';
export { readInTurns } from './clients/read-in-turns.js';
export { ConnectionLayer } from './layers/connection-layer.js';
export { LeastUsedFirst } from './layers/least-used-first.js';
export { ReadPace } from './layers/read-pace.js';
export { RecentUse } from './layers/recent-use.js';
export { CLIENT_TLS, SERVER_TLS } from './layers/tls-options.js';
