import type { CertificateAndKey } from '@orch/pki';

/** A user of the server. */
export interface RedisUser {
  readonly name: string;
  readonly password: string;
  /** ACL rules, e.g. `~{orch}:* +@all`. Default: all permissions. */
  readonly rules?: string;
}

/** Certificates of a server and its clients. */
export interface RedisCertificates {
  /** PEM of the authority of both. */
  readonly ca: string;
  readonly server: CertificateAndKey;
  readonly client: CertificateAndKey;
}

export interface TestRedisOptions {
  /** Added to the durable settings, or overriding them: `{ appendfsync: 'everysec', maxmemory: '20mb' }`. */
  readonly settings?: Readonly<Record<string, string>>;
  /** When set, only these users may log in, and `url` has the first. Default: all permissions for all clients, without a password. */
  readonly users?: readonly RedisUser[];
  /** TLS instead of plain TCP. `mutual`: clients need a certificate too. Default: plain. */
  readonly tls?: boolean | 'mutual';
  /** Directory of its files, e.g. on a small disk. Default: a temporary one, removed at the end. */
  readonly directory?: string;
}
