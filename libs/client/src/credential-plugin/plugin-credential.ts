/** What a plugin gave: a token, a client certificate, or both (D-115). */
export interface PluginCredential {
  /** Sent as bearer token (B-163). */
  readonly token?: string;
  /** Shown in TLS handshakes (B-164). */
  readonly certificate?: ClientCertificate;
  /** When it is not used any more. Default: never (B-171). Unit: milliseconds since 1970. */
  readonly expiresAtMs?: number;
}

/** PEM texts. */
export interface ClientCertificate {
  /** With its intermediates (B-166). */
  readonly cert: string;
  readonly key: string;
}

export const isSameCertificate = (a: ClientCertificate | undefined, b: ClientCertificate | undefined): boolean =>
  a?.cert === b?.cert && a?.key === b?.key;
