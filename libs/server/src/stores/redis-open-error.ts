import { redisServers, RedisUrlError } from '@orch/redis';
import { FillError, RedisSettingsError, StorageError } from '@orch/storage';
import type { RedisPlace } from './store-open-error.js';

/**
 * The user-facing error of a store on Redis that cannot be opened, with the servers but without user and password. One
 * line, and one more for each setting of Redis that must change. Undefined for a bug.
 */
export function redisOpenErrorText(error: unknown, place: RedisPlace): string | undefined {
  const chain = causesOf(error);
  const clear = chain.find((cause) =>
    [FillError, RedisSettingsError, RedisUrlError].some((type) => cause instanceof type),
  );
  if (clear) return `--${place.flag}: ${clear.message}`;
  const servers = redisServers(place.urls);
  for (const cause of chain) {
    const [, advice] = REPLIES.find(([start]) => cause.message.startsWith(start)) ?? [];
    const why = advice ?? adviceOf(cause.code ?? '', servers.tls);
    if (why !== undefined) return `--${place.flag}: ${servers.text}: ${why} (${cause.message})`;
  }
  if (!chain.some((cause) => cause instanceof StorageError)) return undefined;
  return `--${place.flag}: ${servers.text}: cannot be used (${chain.at(-1)!.message})`;
}

type Cause = Error & { readonly code?: string };

function causesOf(error: unknown): readonly Cause[] {
  const chain: Cause[] = [];
  for (let cause = error; cause instanceof Error && chain.length < 8; cause = cause.cause) chain.push(cause);
  return chain;
}

/** Prefixes of error replies of Redis, with advice. */
const REPLIES: readonly (readonly [start: string, advice: string])[] = [
  ['WRONGPASS', 'does not know this user with this password: see --redis-username and --redis-password-file'],
  ['NOAUTH', 'requires a password: name its file with --redis-password-file, and the user with --redis-username'],
  ['NOPERM', 'does not allow this user what the server needs: ACL SETUSER can'],
  [
    'ERR DB index',
    'has no database of that number: correct the end of the address, or raise "databases" in its settings',
  ],
  ['All sentinels are unreachable', 'no Sentinel there knows the primary: start them, or correct the addresses'],
  ['ERR This instance has cluster support disabled', 'is not a cluster: use redis:// for a single server'],
];

const NETWORK: Readonly<Record<string, string>> = {
  ECONNREFUSED: 'nothing listens there: start Redis, or correct the address',
  ENOTFOUND: 'there is no such host: correct the address',
  EAI_AGAIN: 'the name of the host cannot be looked up now: try again, or use its address',
  EHOSTUNREACH: 'that host cannot be reached from here: correct the address or the network',
  ENETUNREACH: 'that host cannot be reached from here: correct the address or the network',
  ENOENT: 'there is no such socket: start Redis, or correct the path',
  EACCES: 'this user may not open that socket: change its permissions',
};

const CERTIFICATE: Readonly<Record<string, string>> = {
  ...Object.fromEntries(
    [
      'DEPTH_ZERO_SELF_SIGNED_CERT',
      'SELF_SIGNED_CERT_IN_CHAIN',
      'UNABLE_TO_GET_ISSUER_CERT',
      'UNABLE_TO_GET_ISSUER_CERT_LOCALLY',
      'UNABLE_TO_VERIFY_LEAF_SIGNATURE',
    ].map((code) => [code, 'shows a certificate of an unknown authority: name that with --redis-ca-file']),
  ),
  CERT_HAS_EXPIRED: 'shows a certificate that has expired: give it a new one',
  ERR_TLS_CERT_ALTNAME_INVALID: 'shows a certificate for another name: use a name that is in it',
  ERR_SSL_WRONG_VERSION_NUMBER: 'does not speak TLS there: use an address without the second "s"',
};

function adviceOf(code: string, tls: boolean): string | undefined {
  if (Object.hasOwn(NETWORK, code)) return NETWORK[code];
  if (Object.hasOwn(CERTIFICATE, code)) return CERTIFICATE[code];
  if (code.startsWith('ERR_SSL_') && code.includes('ALERT'))
    return 'does not accept this certificate, or requires one: see --redis-cert-file and --redis-key-file';
  if (code === 'ETIMEDOUT') return tls ? `${SILENT}; does it speak TLS there?` : SILENT;
  if (code === 'ECONNRESET') return tls ? HANGS_UP : `${HANGS_UP}; if it speaks TLS, use rediss://`;
  return undefined;
}

const SILENT = 'does not answer: is it the right address, and is Redis running?';
const HANGS_UP = 'hangs up';
