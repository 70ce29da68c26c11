export { AdmissionModule, type AdmissionModuleOptions } from './admission.module.js';
export { admissionChain } from './admission-chain.js';
export { AdmissionMetrics } from './admission-metrics.js';
export type { AdmissionPlugin, WantsReader } from './admission-plugin.js';
export { ConfiguredAdmission } from './configured-admission.js';
export { measuredAdmission, measuredPlugin } from './measured-admission.js';
export { checkNodeEviction } from './node-restriction/node-evictions.js';
export { checkNodeToken } from './node-restriction/node-tokens.js';
export { pluginFlags, restrictsNodes } from './plugin-flags.js';
export { ADMISSION_PLUGIN_NAMES, pluginsWithoutEffect, UnknownAdmissionPlugin, admissionPlugins } from './plugins.js';
export { holdingsOf } from './service-allocation/service-holdings.js';
export {
  ServiceRangeError,
  firstServiceAddress,
  parseClusterIpRanges,
  parsePortRange,
} from './service-allocation/service-ranges.js';
