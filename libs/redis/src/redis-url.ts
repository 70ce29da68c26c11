import { isIPv6 } from 'node:net';

/** Address of one server. */
export interface RedisAddress {
  readonly host: string;
  readonly port: number;
}

/** The parsed addresses of one store: servers, TLS and credentials. */
export type RedisTarget = RedisServers & {
  readonly tls: boolean;
  /** Of the data servers. Absent: the user `default`. */
  readonly username?: string;
  readonly password?: string;
  /** Database number. Absent: 0. */
  readonly db?: number;
};

/** `sentinel`: some of the Sentinels, and their name of the primary. `cluster`: some of its nodes. */
type RedisServers =
  | ({ readonly kind: 'single' } & RedisAddress)
  | { readonly kind: 'unix'; readonly path: string }
  | { readonly kind: 'sentinel'; readonly sentinels: readonly RedisAddress[]; readonly name: string }
  | { readonly kind: 'cluster'; readonly nodes: readonly RedisAddress[] };

/** Invalid addresses. The message says what is allowed and quotes nothing, since any part may be a password. */
export class RedisUrlError extends Error {
  override readonly name = 'RedisUrlError';
}

/**
 * Parses the addresses of one store in the syntax of `RedisOptions.urls`; `@`, `:`, `/` and `,` inside parts are percent-encoded.
 * Also: `redis+unix:///path/of/socket`, and a database as `/3` after a single server or the name of the primary.
 * Several name more Sentinels of the same primary, or more nodes of the same cluster.
 * @throws RedisUrlError
 */
export function parseRedisUrls(urls: readonly string[]): RedisTarget {
  const [first, ...more] = urls.map(parseUrl);
  if (!first) throw new RedisUrlError('needs an address, such as redis://127.0.0.1:6379');
  const parts = [first, ...more];
  if (parts.some(({ kind, tls }) => kind !== first.kind || tls !== first.tls))
    throw new RedisUrlError('several addresses must be of the same store: the same scheme in all of them');
  const given = <K extends 'name' | 'username' | 'password' | 'db'>(key: K): UrlParts[K] => {
    const values = new Set(parts.map((part) => part[key]).filter((value) => value !== undefined));
    if (values.size > 1) throw new RedisUrlError(`several addresses must be of the same store: ${WHAT[key]} differs`);
    return [...values][0];
  };
  const [username, password, db] = [given('username'), given('password'), given('db')];
  return {
    ...serversOf(first, parts, given('name')),
    tls: first.tls,
    ...(username !== undefined && { username }),
    ...(password !== undefined && { password }),
    ...(db !== undefined && { db }),
  };
}

const WHAT = {
  name: 'the name of the primary',
  username: 'the user',
  password: 'the password',
  db: 'the database',
} as const;

function serversOf(first: UrlParts, parts: readonly UrlParts[], name: string | undefined): RedisServers {
  const addresses = distinct(parts.flatMap((part) => part.addresses));
  switch (first.kind) {
    case 'cluster':
      return { kind: 'cluster', nodes: addresses };
    case 'sentinel':
      if (name === undefined)
        throw new RedisUrlError('Sentinels need the name of the primary: redis+sentinel://HOST[:PORT]/NAME');
      return { kind: 'sentinel', sentinels: addresses, name };
    case 'unix':
      if (parts.length > 1) throw new RedisUrlError(ONE_SERVER);
      return { kind: 'unix', path: first.path };
    case 'single':
      if (parts.length > 1 || addresses.length > 1) throw new RedisUrlError(ONE_SERVER);
      return { kind: 'single', ...addresses[0]! };
  }
}

const ONE_SERVER =
  'names several single servers, but a store is in one: use redis+cluster:// or redis+sentinel:// for several';

const distinct = (addresses: readonly RedisAddress[]): readonly RedisAddress[] => [
  ...new Map(addresses.map((address) => [`${address.host} ${address.port}`, address])).values(),
];

/** The parts of one address. */
interface UrlParts {
  readonly kind: RedisTarget['kind'];
  readonly tls: boolean;
  readonly username: string | undefined;
  readonly password: string | undefined;
  readonly addresses: readonly RedisAddress[];
  /** Of the socket. Empty for other kinds. */
  readonly path: string;
  readonly name: string | undefined;
  readonly db: number | undefined;
}

interface Scheme {
  readonly kind: RedisTarget['kind'];
  readonly tls: boolean;
  readonly defaultPort: number;
}

const SCHEMES: ReadonlyMap<string, Scheme> = new Map([
  ['redis', { kind: 'single', tls: false, defaultPort: 6_379 }],
  ['rediss', { kind: 'single', tls: true, defaultPort: 6_379 }],
  ['redis+sentinel', { kind: 'sentinel', tls: false, defaultPort: 26_379 }],
  ['rediss+sentinel', { kind: 'sentinel', tls: true, defaultPort: 26_379 }],
  ['redis+cluster', { kind: 'cluster', tls: false, defaultPort: 6_379 }],
  ['rediss+cluster', { kind: 'cluster', tls: true, defaultPort: 6_379 }],
  ['redis+unix', { kind: 'unix', tls: false, defaultPort: 0 }],
]);

function parseUrl(url: string): UrlParts {
  const [, schemeName = '', authority = '', rest = ''] = /^([^:/]*):\/\/([^/?#]*)(.*)$/s.exec(url) ?? [];
  const scheme = SCHEMES.get(schemeName.toLowerCase());
  if (!scheme)
    throw new RedisUrlError(`must begin with one of ${[...SCHEMES.keys()].map((s) => `${s}://`).join(', ')}`);
  if (/[?#]/.test(rest) || /[\s\p{Cc}]/u.test(url))
    throw new RedisUrlError('has no part after "?" or "#" and no spaces; write such characters percent-encoded');
  const at = authority.lastIndexOf('@');
  const hosts = authority.slice(at + 1);
  return {
    kind: scheme.kind,
    tls: scheme.tls,
    ...credentials(authority.slice(0, Math.max(at, 0))),
    ...(scheme.kind === 'unix'
      ? { ...NO_PATH, addresses: [], path: socketPath(hosts, rest) }
      : { ...pathParts(scheme.kind, rest), addresses: hosts.split(',').map((host) => parseAddress(host, scheme)) }),
  };
}

const NO_PATH = { path: '', name: undefined, db: undefined };

function credentials(userInfo: string): Pick<UrlParts, 'username' | 'password'> {
  const colon = userInfo.indexOf(':');
  const username = decoded(colon < 0 ? userInfo : userInfo.slice(0, colon));
  const password = colon < 0 ? '' : decoded(userInfo.slice(colon + 1));
  return { username: username || undefined, password: password || undefined };
}

function socketPath(host: string, path: string): string {
  if (host !== '' || path.length < 2)
    throw new RedisUrlError('needs the absolute path of a socket: redis+unix:///run/redis/redis.sock');
  return decoded(path);
}

/** `/3`, `/name` or `/name/3`, by kind. */
function pathParts(kind: RedisTarget['kind'], path: string): Pick<UrlParts, 'path' | 'name' | 'db'> {
  const segments = path.split('/').slice(1).map(decoded);
  if (segments.at(-1) === '') segments.pop();
  const name = kind === 'sentinel' ? segments.shift() : undefined;
  const db = kind === 'cluster' ? undefined : segments.shift();
  if (segments.length > 0) {
    throw new RedisUrlError(
      kind === 'cluster'
        ? 'a cluster has one database: nothing may follow its addresses'
        : 'has too many parts of a path',
    );
  }
  if (db !== undefined && !/^\d{1,5}$/.test(db))
    throw new RedisUrlError('a database is a number, as in redis://127.0.0.1:6379/3');
  return { path: '', name: name || undefined, db: db === undefined ? undefined : Number(db) };
}

const HOST_NAME = /^[A-Za-z0-9_]([A-Za-z0-9._-]*[A-Za-z0-9_.])?$/;

/** `host`, `host:port`, `[::1]`, `[::1]:port`. */
function parseAddress(text: string, { defaultPort }: Scheme): RedisAddress {
  const [, bracketed, plain, portText] = /^(?:\[([^\]]*)\]|([^:]*))(?::(.*))?$/.exec(text) ?? [];
  const host = bracketed ?? plain ?? '';
  if (bracketed === undefined ? !HOST_NAME.test(host) : !isIPv6(host)) {
    throw new RedisUrlError(
      'needs a host name, an IPv4 address or an IPv6 address in brackets, such as redis://[::1]:6379; a password that holds "@", ":" or "/" is percent-encoded',
    );
  }
  const port = portText === undefined ? defaultPort : /^\d{1,5}$/.test(portText) ? Number(portText) : 0;
  if (port < 1 || port > 65_535) throw new RedisUrlError('a port is a number from 1 to 65535');
  return { host, port };
}

function decoded(text: string): string {
  try {
    return decodeURIComponent(text);
  } catch {
    throw new RedisUrlError('has a "%" without a percent-encoded character: write "%" as %25');
  }
}
