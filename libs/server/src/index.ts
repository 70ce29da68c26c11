// Interfaces that an embedding application implements: see ApiServerModule.
export type { AdmissionPlugin, WantsReader } from '@orch/admission';
export type { UserInfo } from '@orch/api';
export { ApiError } from '@orch/apimachinery';
export type { Authenticator, TokenAuthenticator } from '@orch/authentication';
export { ALLOWED, Authorizer, NO_OPINION, type Filter, type RequestInfo } from '@orch/http';
export type { AdmissionAttributes, ObjectReader } from '@orch/registry';

export { ApiServer } from './api-server.js';
export { ApiServerModule, type ApiServerModuleOptions } from './api-server.module.js';
export { startApiServer, type RunningApiServer } from './start-api-server.js';
export type { ApiServerDependencies } from './context/server-context.js';
export type { RequestFilter } from './context/contributions.js';
export { DataDirVocabularyError, vocabularyFile } from './bootstrap/data-dir-vocabulary.js';
export { userFacingStartError } from './bootstrap/user-facing-start-error.js';
export { isConnectionError } from './http/is-connection-error.js';
export { DEFAULT_API_SERVER_OPTIONS, type ApiServerOptions } from './options/api-server-options.js';
export { apiServerFlags, optionsFromFlags, type ApiServerFlagValues } from './options/flags.js';
export { redisFlags, redisStoreOptions } from './options/redis-flags.js';
export { storageFlags } from './options/storage-flags.js';
export { redisOpenErrorText } from './stores/redis-open-error.js';
export { readRedisOptions } from './stores/read-redis-options.js';
