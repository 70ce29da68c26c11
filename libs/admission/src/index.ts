export { admissionChain } from './admission-chain.js';
export { AdmissionMetrics } from './admission-metrics.js';
export type { AdmissionPlugin } from './admission-plugin.js';
export { measuredAdmission, measuredPlugin } from './measured-admission.js';
export { checkNodeEviction } from './node-restriction/node-evictions.js';
export { checkNodeToken } from './node-restriction/node-tokens.js';
export { pluginFlags, restrictsNodes } from './plugin-flags.js';
export { ADMISSION_PLUGIN_NAMES, UnknownAdmissionPlugin, admissionPlugins } from './plugins.js';
export { noEscalation } from './rbac-escalation.js';
export { serviceAllocation } from './service-allocation/allocate-service.js';
export { serviceAllocator } from './service-allocation/allocator-of-store.js';
export { followServices } from './service-allocation/follow-services.js';
export {
  ServiceRangeError,
  firstServiceAddress,
  parseClusterIpRanges,
  parsePortRange,
} from './service-allocation/service-ranges.js';
