import { X509Certificate } from 'node:crypto';
import { createSecureContext } from 'node:tls';
import { errorMessage } from '@orch/apimachinery';
import { type Logger, readText } from '@orch/process';
import type { RedisSecrets, RedisTls } from './redis-secrets.js';

/** A file of a password or a certificate cannot be used. The message names flag and file, never its contents. */
export class RedisFileError extends Error {
  override readonly name = 'RedisFileError';
}

/** Files of the credentials for Redis. */
export interface RedisSecretFiles {
  readonly passwordFile?: string;
  readonly sentinelPasswordFile?: string;
  /** PEM files. Default: the authorities trusted by the platform, and no client certificate. */
  readonly caFile?: string;
  readonly certFile?: string;
  readonly keyFile?: string;
}

/**
 * Reads the files once.
 * @param flags what the names of their flags begin with: `redis` for `--redis-password-file`.
 * @throws RedisFileError; errors of the operating system, with the path.
 */
export async function readRedisSecrets(files: RedisSecretFiles, flags: string): Promise<RedisSecrets> {
  const [password, sentinelPassword, tls] = await Promise.all([
    readPassword(`${flags}-password-file`, files.passwordFile),
    readPassword(`${flags}-sentinel-password-file`, files.sentinelPasswordFile),
    readTls(files, flags),
  ]);
  return {
    ...(password !== undefined && { password }),
    ...(sentinelPassword !== undefined && { sentinelPassword }),
    ...(tls && { tls }),
  };
}

/**
 * Reads the files at each call. An error is logged, once per reason, and the previous contents are used: files are
 * often replaced in two steps, and a pipe can be read only once.
 * @param first contents at the start.
 */
export function reloadedSecrets(files: RedisSecretFiles, flags: string, first: RedisSecrets, log: Logger) {
  let current = first;
  let lastReason = '';
  return async (): Promise<RedisSecrets> => {
    try {
      current = await readRedisSecrets(files, flags);
      lastReason = '';
    } catch (error) {
      const reason = errorMessage(error);
      if (reason !== lastReason)
        log.error('secrets of Redis could not be reloaded, using the previous ones', { reason });
      lastReason = reason;
    }
    return current;
  };
}

/** A line feed at the end, as editors add, is not part of the password. */
async function readPassword(flag: string, file: string | undefined): Promise<string | undefined> {
  if (file === undefined) return undefined;
  const password = (await readText(file)).replace(/\r?\n$/, '');
  if (password === '') throw new RedisFileError(`--${flag}: ${file} is empty: it must hold the password`);
  if (/[\r\n]/.test(password))
    throw new RedisFileError(`--${flag}: ${file} has several lines: it must hold the password and nothing else`);
  return password;
}

async function readTls({ caFile, certFile, keyFile }: RedisSecretFiles, flags: string): Promise<RedisTls | undefined> {
  const [ca, cert, key] = await Promise.all([caFile, certFile, keyFile].map(readIfNamed));
  if (ca !== undefined) {
    check(`--${flags}-ca-file=${caFile}`, 'PEM certificates of authorities', () => new X509Certificate(ca));
  }
  if (cert !== undefined && key !== undefined) {
    check(
      `--${flags}-cert-file=${certFile} and --${flags}-key-file=${keyFile}`,
      'a certificate in PEM and the key that belongs to it',
      () => createSecureContext({ cert, key }),
    );
  }
  if (ca === undefined && cert === undefined) return undefined;
  return { ...(ca !== undefined && { ca }), ...(cert !== undefined && { cert }), ...(key !== undefined && { key }) };
}

const readIfNamed = async (file: string | undefined): Promise<string | undefined> =>
  file === undefined ? undefined : readText(file);

/** Validated here, since the driver would fail at each connection, as if Redis were at fault. */
function check(flags: string, needed: string, read: () => unknown): void {
  try {
    read();
  } catch (cause) {
    throw new RedisFileError(`${flags} cannot be used (${errorMessage(cause)}): needs ${needed}`, { cause });
  }
}
