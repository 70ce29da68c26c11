import type { CertificateAndKey } from '@orch/pki';

/** Somebody who may log in. */
export interface RedisUser {
  readonly name: string;
  readonly password: string;
  /** What the user may, as ACL rules, e.g. `~{orch}:* +@all`. Default: everything. */
  readonly rules?: string;
}

/** What a server and its clients show each other. */
export interface RedisCertificates {
  /** PEM, of the authority of both. */
  readonly ca: string;
  readonly server: CertificateAndKey;
  readonly client: CertificateAndKey;
}

export interface TestRedisOptions {
  /** Added to the durable settings, or in their place: `{ appendfsync: 'everysec', maxmemory: '20mb' }`. */
  readonly settings?: Readonly<Record<string, string>>;
  /** When given nobody else may log in, and `url` holds the first. Default: everybody may do everything, without a password. */
  readonly users?: readonly RedisUser[];
  /** TLS instead of plain TCP. `mutual`: clients need a certificate too. Default: plain. */
  readonly tls?: boolean | 'mutual';
  /** Where its files lie, e.g. on a small disk. Default: a directory of its own, removed at the end. */
  readonly directory?: string;
}
