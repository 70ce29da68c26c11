/** Settings for signing and accepting service account tokens. */
export interface ServiceAccountOptions {
  /**
   * PEM files whose keys verify tokens; the first private key among them signs, unless `signingKeyFile` is set (B-024,
   * D-027).
   */
  readonly keyFiles: readonly string[];
  /**
   * PEM file of the private key that signs. Undefined: see `keyFiles`; without those the key of the serving certificate
   * (B-025).
   */
  readonly signingKeyFile: string | undefined;
  /** `iss`: the first issues, all are accepted (D-028). Empty: that of the vocabulary. */
  readonly issuers: readonly string[];
  /** Whether a token is valid only while its account, and the objects it is bound to, exist (B-026, B-027). */
  readonly lookup: boolean;
  /** Longest lifetime of a requested token. Unit: seconds. 0 means the limit of the API only (D-030). */
  readonly maxExpirationSeconds: number;
  /** Tokens of pods are valid for a year and are marked as overdue after the requested hour. */
  readonly extendExpiration: boolean;
  /** Accepted audiences (D-029). Empty: the issuers. */
  readonly apiAudiences: readonly string[];
  /** Published URL of the public keys. Undefined: this server's own (D-046). */
  readonly jwksUri: string | undefined;
}

/** The defaults. */
export const DEFAULT_SERVICE_ACCOUNT_OPTIONS: ServiceAccountOptions = Object.freeze({
  keyFiles: [],
  signingKeyFile: undefined,
  issuers: [],
  lookup: true,
  maxExpirationSeconds: 0,
  extendExpiration: true,
  apiAudiences: [],
  jwksUri: undefined,
});
