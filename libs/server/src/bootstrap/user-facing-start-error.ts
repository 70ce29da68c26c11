import { resolve } from 'node:path';
import { types } from 'node:util';
import { ApiError } from '@orch/apimachinery';
import { UserFacingError, UsageError } from '@orch/process';
import { DamagedFileError, DiskFormatError, FillError, StorageError, StoreFileError } from '@orch/storage';
import { UnknownAdmissionPlugin } from '@orch/admission';
import { TokenKeysError, TokenFileError } from '@orch/authentication';
import { PolicyFileError } from '@orch/authorization';
import type { ApiServerOptions } from '../options/api-server-options.js';
import { redisOpenErrorText } from '../stores/redis-open-error.js';
import { RedisFileError } from '@orch/redis';
import { StoreOpenError } from '../stores/store-open-error.js';
import { UnknownStoredResource } from '../stores/stores-by-resource.js';
import { DataDirKeysError, parseSniFiles, TlsMaterialError } from '@orch/tls';
import { DataDirVocabularyError } from './data-dir-vocabulary.js';
import { AbsentStoreError } from './used-store.js';

/** Invalid flags that are only detected during the start. */
const WRONG_USE = [UnknownAdmissionPlugin, UnknownStoredResource];

/** Errors whose messages are user-facing. */
const CLEAR = [
  AbsentStoreError,
  DamagedFileError,
  DataDirKeysError,
  DataDirVocabularyError,
  DiskFormatError,
  FillError,
  PolicyFileError,
  RedisFileError,
  StoreFileError,
  TlsMaterialError,
  TokenFileError,
  TokenKeysError,
];

/** Error codes of listen, with advice. */
const LISTENING: Readonly<Record<string, (options: ApiServerOptions) => string>> = {
  EADDRINUSE: ({ bindAddress, securePort }) =>
    `port ${securePort} of ${bindAddress} is in use by another process: stop that, or choose a port with --secure-port (0 takes a free one)`,
  EACCES: ({ securePort }) =>
    `this user may not listen on port ${securePort}: choose a port from 1024 on with --secure-port`,
  EADDRNOTAVAIL: ({ bindAddress }) =>
    `${bindAddress} is not an address of this machine: choose one with --bind-address (0.0.0.0 takes all)`,
};

/** Messages for file system error codes. */
const FILES: Readonly<Record<string, string>> = {
  ENOENT: 'there is no such file',
  EACCES: 'this user may not read or write it',
  EPERM: 'this user may not read or write it',
  EISDIR: 'it is a directory, not a file',
  EFTYPE: 'it is not a regular file',
  EEXIST: 'it is a file, not a directory',
  ENOTDIR: 'a part of the path is a file, not a directory',
  ENAMETOOLONG: 'its name is too long',
  ENOSPC: 'the disk is full: free or add space',
  EDQUOT: 'the disk quota is used up: free or add space',
  EROFS: 'the file system is read-only',
};

/**
 * The user-facing error of a failed start: one line with advice if the user can fix the cause; any other error, which
 * is a bug, is returned unchanged.
 */
export function userFacingStartError(error: unknown, options: ApiServerOptions): unknown {
  if (!types.isNativeError(error)) return error;
  if (WRONG_USE.some((type) => error instanceof type)) return new UsageError(error.message, { cause: error });
  if (CLEAR.some((type) => error instanceof type)) return new UserFacingError(error.message, { cause: error });
  const text = textOfStart(error, options);
  return text === undefined ? error : new UserFacingError(text, { cause: error });
}

function textOfStart(error: Error, options: ApiServerOptions): string | undefined {
  if (error instanceof StoreOpenError) return redisOpenErrorText(error.cause, error.place);
  // For example bootstrap objects that do not fit on a full disk.
  if (error instanceof ApiError && error.reason === 'ServiceUnavailable') return error.message;
  return error instanceof StorageError ? textOfStorage(error, options) : textOf(error, options);
}

/** The store reports its own folder; users know the data directory and its flag. */
function textOfStorage({ code, key, message }: StorageError, { dataDir }: ApiServerOptions): string {
  return code === 'Locked' ? `${message.replace(key, resolve(dataDir))} with --data-dir` : message;
}

function textOf(error: NodeJS.ErrnoException, options: ApiServerOptions): string | undefined {
  const { code = '', path, syscall } = error;
  if (syscall === 'listen') return LISTENING[code]?.(options);
  if (syscall === undefined) return undefined;
  // Errors of writes to open files have no path; such files are in the data directory.
  const place = path === undefined ? `--data-dir: ${resolve(options.dataDir)}` : `${flagOf(path, options)}${path}`;
  if (syscall === 'mkdir' && code === 'ENOENT') return `${place}: it cannot be created there`;
  return `${place}: ${Object.hasOwn(FILES, code) ? FILES[code] : error.message.split('\n')[0]}`;
}

/** The flag that names a file; `--data-dir` for any other file. */
function flagOf(path: string, options: ApiServerOptions): string {
  const flags: readonly (readonly [string, string | undefined])[] = [
    ['tls-cert-file', options.tlsCertFile],
    ['tls-private-key-file', options.tlsPrivateKeyFile],
    ['client-ca-file', options.clientCaFile],
    ['requestheader-client-ca-file', options.requestHeader?.clientCaFile],
    ['proxy-client-cert-file', options.proxyClientCertFile],
    ['proxy-client-key-file', options.proxyClientKeyFile],
    ...options.tlsSniCertKeys
      .map(parseSniFiles)
      .flatMap(({ certificateFile, keyFile }) => [certificateFile, keyFile])
      .map((file) => ['tls-sni-cert-key', file] as const),
    ['token-auth-file', options.tokenAuthFile],
    ['authorization-policy-file', options.authorization.policyFile],
    ...options.serviceAccount.keyFiles.map((file) => ['service-account-key-file', file] as const),
    ['service-account-signing-key-file', options.serviceAccount.signingKeyFile],
    ['redis-password-file', options.redis?.passwordFile],
    ['redis-sentinel-password-file', options.redis?.sentinelPasswordFile],
    ['redis-ca-file', options.redis?.caFile],
    ['redis-cert-file', options.redis?.certFile],
    ['redis-key-file', options.redis?.keyFile],
  ];
  return `--${flags.find(([, value]) => value === path)?.[0] ?? 'data-dir'}: `;
}
