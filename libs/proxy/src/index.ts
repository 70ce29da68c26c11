export { credentialHeaders } from './credential-headers.js';
export { dialDirectly, type Dial } from './dial.js';
export { resolveService, type ServiceRoutes } from './resolve-service.js';
export type { ServiceAddress } from './service-address.js';
export { ServiceAddressTable, type FixedServiceAddress } from './service-address-table.js';
export { readProxyName } from './proxy-name.js';
export { proxyRequest } from './proxy-request.js';
export { hostOf, readPort, type ProxyTarget } from './proxy-target.js';
export { proxyToObject, type ProxyParts } from './proxy-to-object.js';
