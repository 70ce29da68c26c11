/** How service account tokens are signed, and which are taken. */
export interface ServiceAccountOptions {
  /** PEM files whose keys verify tokens; the first private key among them signs, unless `signingKeyFile` does (B-024, D-027). */
  readonly keyFiles: readonly string[];
  /** PEM file of the private key that signs. Undefined: see `keyFiles`; without those the key of the serving certificate (B-025). */
  readonly signingKeyFile: string | undefined;
  /** `iss`: the first issues, all are taken (D-028). Empty: that of the vocabulary. */
  readonly issuers: readonly string[];
  /** Whether a token is good only while its account, and what it is bound to, are there (B-026, B-027). */
  readonly lookup: boolean;
  /** Longest lifetime of a token that is asked for. Unit: seconds. 0 is no limit but that of the API (D-030). */
  readonly maxExpirationSeconds: number;
  /** Tokens of pods live a year and are marked as overdue after the hour that was asked for. */
  readonly extendExpiration: boolean;
  /** Whom tokens have to be for (D-029). Empty: the issuers. */
  readonly apiAudiences: readonly string[];
  /** URL of the public keys, as told to who wants to verify. Undefined: this server's own (D-046). */
  readonly jwksUri: string | undefined;
}

/** What stands when nobody says otherwise. */
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
