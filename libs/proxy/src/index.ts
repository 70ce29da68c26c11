export { credentialHeaders } from './credential-headers.js';
export { dialDirectly, type Dial } from './dial.js';
export { readProxyName } from './proxy-name.js';
export { hostOf } from './proxy-target.js';
export { proxyToObject, type ProxyParts } from './proxy-to-object.js';
