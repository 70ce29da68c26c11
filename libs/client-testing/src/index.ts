/**
 * A fake API server and in-memory objects for tests of clients and reconcilers.
 * @module @orch/client-testing
 */
export type { DiscoveredResource } from './fake-api-server/discovery-documents.js';
export { FakeApiServer, type FakeApiServerOptions } from './fake-api-server/fake-api-server.js';
export { sendJson, sendStatus } from './fake-api-server/responses.js';
export type { SeenRequest } from './fake-api-server/seen-request.js';
export { InMemoryApi } from './in-memory-api.js';
