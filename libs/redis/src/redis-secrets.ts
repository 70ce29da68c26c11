/** PEM texts. Absent: the platform's trusted authorities, no client certificate. */
export interface RedisTls {
  readonly ca?: string;
  readonly cert?: string;
  readonly key?: string;
}

/** Credentials of a client. */
export interface RedisSecrets {
  /** Of the data servers; overrides the addresses. */
  readonly password?: string;
  /** Of the Sentinels, if different. */
  readonly sentinelPassword?: string;
  readonly tls?: RedisTls;
}
