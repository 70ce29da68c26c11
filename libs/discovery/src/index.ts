export { DiscoveryController, DiscoveryForms } from './discovery.controller.js';
export { DiscoveryModule, type DiscoveryModuleOptions } from './discovery.module.js';
export { Discovery } from './discovery.js';
export { OpenApiDocuments } from './openapi/openapi-documents.js';
export { OpenApiController } from './openapi/openapi.controller.js';
export { versionInfo, type VersionInfo } from './version.js';
