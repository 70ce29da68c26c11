export { Tab, type Line } from './dashboard-tab.js';
export { ExtensionServer, registerAvailable } from './extension-server.js';
export { noYaml } from './no-yaml.js';
export { ProxiedBackend } from './proxied-backend.js';
export { sendRaw, whoIs, type UserInfoJson } from './raw-request.js';
export { RbacServer, binding } from './rbac-server.js';
export { TestServer, type Answer, type Call } from './running-server.js';
export { SlowWrite } from './slow-write.js';
export { SharedServers } from './shared-servers.js';
