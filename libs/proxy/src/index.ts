export { credentialHeaders } from './credential-headers.js';
export { dialDirectly, type Dial } from './dial.js';
export { endpointAddress, serviceAddress, type ServiceAddress } from './service-address.js';
export { readProxyName } from './proxy-name.js';
export { proxyRequest } from './proxy-request.js';
export { hostOf, type ProxyTarget } from './proxy-target.js';
export { proxyToObject, type ProxyParts } from './proxy-to-object.js';
