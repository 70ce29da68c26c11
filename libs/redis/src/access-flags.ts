import { UsageError } from '@orch/process';
import { parseRedisUrls, type RedisTarget, RedisUrlError } from './redis-url.js';

/** Values of the flags of one access to Redis, by the ends of their names: `password-file` is of `--redis-password-file`. */
export interface RedisAccessFlags {
  readonly username: string | undefined;
  readonly 'password-file': string | undefined;
  readonly 'sentinel-username': string | undefined;
  readonly 'sentinel-password-file': string | undefined;
  readonly 'ca-file': string | undefined;
  readonly 'cert-file': string | undefined;
  readonly 'key-file': string | undefined;
}

/** @throws UsageError for invalid addresses, without any part of them: they may hold a password. */
export function redisTargetOf(flag: string, urls: readonly string[]): RedisTarget {
  try {
    return parseRedisUrls(urls);
  } catch (error) {
    if (error instanceof RedisUrlError) throw new UsageError(`flag --${flag}: ${error.message}`);
    throw error;
  }
}

/**
 * Checks that users, passwords and certificates fit the addresses.
 * @param prefix what the names of the flags begin with.
 * @throws UsageError
 */
export function checkRedisAccess(prefix: string, values: RedisAccessFlags, targets: readonly RedisTarget[]): void {
  const problem = (flag: keyof RedisAccessFlags, text: string): UsageError =>
    new UsageError(`flag --${prefix}-${flag}: ${text}`);
  checkUsers(prefix, values, targets, problem);
  checkTls(prefix, values, targets, problem);
}

type Problem = (flag: keyof RedisAccessFlags, text: string) => UsageError;

/** Redis has no user name without a password: the connection would silently use the default user. */
function checkUsers(prefix: string, values: RedisAccessFlags, targets: readonly RedisTarget[], problem: Problem): void {
  for (const { username, password } of targets) {
    if (values['password-file'] !== undefined || password !== undefined) continue;
    if (values.username !== undefined)
      throw problem('password-file', `is needed with --${prefix}-username, or a password in the address`);
    if (username !== undefined) throw problem('password-file', 'is needed with the user in the address');
  }
  const sentinel = targets.some(({ kind }) => kind === 'sentinel');
  for (const flag of ['sentinel-username', 'sentinel-password-file'] as const) {
    if (values[flag] !== undefined && !sentinel)
      throw problem(flag, `is for Sentinels: use --${prefix}-url=redis+sentinel://HOST[:PORT]/NAME`);
  }
  if (values['sentinel-username'] !== undefined && values['sentinel-password-file'] === undefined)
    throw problem('sentinel-password-file', `is needed with --${prefix}-sentinel-username`);
}

function checkTls(prefix: string, values: RedisAccessFlags, targets: readonly RedisTarget[], problem: Problem): void {
  for (const flag of ['ca-file', 'cert-file', 'key-file'] as const) {
    if (values[flag] !== undefined && !targets.some(({ tls }) => tls))
      throw problem(
        flag,
        'is for TLS, which the address does not select: use rediss:// (rediss+sentinel://, rediss+cluster://)',
      );
  }
  if (values['cert-file'] !== undefined && values['key-file'] === undefined)
    throw problem('key-file', `is needed with --${prefix}-cert-file`);
  if (values['key-file'] !== undefined && values['cert-file'] === undefined)
    throw problem('cert-file', `is needed with --${prefix}-key-file`);
}
