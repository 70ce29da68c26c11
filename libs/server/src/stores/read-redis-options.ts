import { X509Certificate } from 'node:crypto';
import { readFile } from 'node:fs/promises';
import { createSecureContext } from 'node:tls';
import type { RedisOptions, RedisTls } from '@orch/storage';
import type { RedisStoreOptions } from '../options/redis-store-options.js';

/** A file of a password or a certificate cannot be used. The message names flag and file, never what is in it. */
export class RedisFileError extends Error {
  override readonly name = 'RedisFileError';
}

/**
 * How the driver reaches the store, with what the files hold.
 * @throws RedisFileError; what the operating system says of a file, with its path.
 */
export async function readRedisOptions(options: RedisStoreOptions): Promise<RedisOptions> {
  const { urls, durability, keyPrefix, username, sentinelUsername } = options;
  const [password, sentinelPassword, tls] = await Promise.all([
    readPassword('redis-password-file', options.passwordFile),
    readPassword('redis-sentinel-password-file', options.sentinelPasswordFile),
    readTls(options),
  ]);
  return {
    urls,
    ...(durability && { durability }),
    ...(keyPrefix !== undefined && { keyPrefix }),
    ...(username !== undefined && { username }),
    ...(password !== undefined && { password }),
    ...(sentinelUsername !== undefined && { sentinelUsername }),
    ...(sentinelPassword !== undefined && { sentinelPassword }),
    ...(tls && { tls }),
  };
}

/** The line feed that editors leave at the end is no part of it. */
async function readPassword(flag: string, file: string | undefined): Promise<string | undefined> {
  if (file === undefined) return undefined;
  const password = (await readFile(file, 'utf8')).replace(/\r?\n$/, '');
  if (password === '') throw new RedisFileError(`--${flag}: ${file} is empty: it must hold the password`);
  if (/[\r\n]/.test(password))
    throw new RedisFileError(`--${flag}: ${file} has several lines: it must hold the password and nothing else`);
  return password;
}

async function readTls({ caFile, certFile, keyFile }: RedisStoreOptions): Promise<RedisTls | undefined> {
  const [ca, cert, key] = await Promise.all([caFile, certFile, keyFile].map(readText));
  if (ca !== undefined) {
    check(`--redis-ca-file=${caFile}`, 'PEM certificates of authorities', () => new X509Certificate(ca));
  }
  if (cert !== undefined && key !== undefined) {
    check(
      `--redis-cert-file=${certFile} and --redis-key-file=${keyFile}`,
      'a certificate in PEM and the key that belongs to it',
      () => createSecureContext({ cert, key }),
    );
  }
  if (ca === undefined && cert === undefined) return undefined;
  return { ...(ca !== undefined && { ca }), ...(cert !== undefined && { cert }), ...(key !== undefined && { key }) };
}

const readText = async (file: string | undefined): Promise<string | undefined> =>
  file === undefined ? undefined : readFile(file, 'utf8');

/** Here, since the driver would meet it at each connection, where it looks as if Redis were at fault. */
function check(flags: string, needed: string, read: () => unknown): void {
  try {
    read();
  } catch (cause) {
    throw new RedisFileError(`${flags} cannot be used (${(cause as Error).message}): needs ${needed}`, { cause });
  }
}
