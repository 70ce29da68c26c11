export { AdmissionModule, type AdmissionModuleOptions } from './admission.module.js';
export { admissionChain } from './admission-chain.js';
export { AdmissionMetrics } from './admission-metrics.js';
export type { AdmissionPlugin, WantsReader } from './admission-plugin.js';
export { ConfiguredAdmission } from './configured-admission.js';
export { measuredAdmission, measuredPlugin } from './measured-admission.js';
export { checkNodeEviction } from './node-restriction/node-evictions.js';
export { checkNodeToken } from './node-restriction/node-tokens.js';
export { TypeCheckKeeper } from './policy/type-checking/type-check-keeper.js';
export { pluginFlags, restrictsNodes } from './plugin-flags.js';
export {
  admissionPluginNames,
  admissionPlugins,
  defaultPluginNames,
  pluginsWithoutEffect,
  runningPlugins,
  UnknownAdmissionPlugin,
} from './plugins.js';
export type { AdmissionConfiguration } from './configuration/admission-configuration.js';
export { loadAdmissionConfiguration } from './configuration/load-admission-configuration.js';
export { holdingsOf } from './service-allocation/service-holdings.js';
export {
  ServiceRangeError,
  firstServiceAddress,
  parseClusterIpRanges,
  parsePortRange,
} from './service-allocation/service-ranges.js';
