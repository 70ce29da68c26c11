export { ADMISSION_PLUGIN_NAMES, UnknownAdmissionPlugin } from './admission/plugins.js';
export { startApiServer, type ApiServerDependencies, type RunningApiServer } from './api-server.js';
export { TokenFileError } from './authentication/token-file.js';
export { adminConfigPath } from './bootstrap/admin-config.js';
export { CLUSTER_INFO } from './bootstrap/cluster-info.js';
export { DataDirVocabularyError } from './bootstrap/data-dir-vocabulary.js';
export { explainedStart } from './bootstrap/explained-start.js';
export { DEFAULT_API_SERVER_OPTIONS, type ApiServerOptions } from './options/api-server-options.js';
export { apiServerFlags, optionsFromFlags, type ApiServerFlagValues } from './options/flags.js';
