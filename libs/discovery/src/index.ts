export { discoveryHandler } from './discovery-handler.js';
export { Discovery } from './discovery.js';
export { OpenApiDocuments } from './openapi/openapi-documents.js';
export { openApiHandler } from './openapi/openapi-handler.js';
export { versionInfo, type VersionInfo } from './version.js';
