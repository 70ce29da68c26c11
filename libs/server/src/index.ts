export { startApiServer, type ApiServerDependencies, type RunningApiServer } from './api-server.js';
export { DEFAULT_API_SERVER_OPTIONS, type ApiServerOptions } from './options/api-server-options.js';
