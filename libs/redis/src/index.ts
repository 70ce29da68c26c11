/**
 * Connections to Redis: addresses, files of credentials, their flags.
 * @module @orch/redis
 */
export { checkRedisAccess, redisTargetOf, type RedisAccessFlags } from './access-flags.js';
export { redisServers } from './redis-servers.js';
export type { RedisSecrets, RedisTls } from './redis-secrets.js';
export { parseRedisUrls, type RedisAddress, type RedisTarget, RedisUrlError } from './redis-url.js';
export { readRedisSecrets, RedisFileError, type RedisSecretFiles, reloadedSecrets } from './secret-files.js';
export { endOnUnexpectedReplies } from './unexpected-replies.js';
