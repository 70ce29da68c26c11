/**
 * - `InvalidRequest`: not a PKCS#10 request, a broken signature, or contents that cannot be read.
 * - `InvalidSubject`: the subject of a certificate or request has strings that are not those of a name, or its names are empty or have
 *   control characters.
 * - `InvalidAuthority`: the certificate or key of the authority cannot be read, do not belong together, or it is not valid yet or has expired.
 * - `UnsupportedKey`: a key that is neither RSA, ECDSA (P-256, P-384, P-521) nor Ed25519.
 * - `UnknownUsage`: a usage name the API does not have.
 * - `InvalidValidity`: the certificate would end before it begins.
 * - `InvalidTokenKey`: a text that should hold keys of tokens holds none, or one that cannot be read.
 */
export type PkiErrorCode =
  | 'InvalidRequest'
  | 'InvalidSubject'
  | 'InvalidAuthority'
  | 'UnsupportedKey'
  | 'UnknownUsage'
  | 'InvalidValidity'
  | 'InvalidTokenKey';

/** An error with keys, requests or certificates. The message never contains key material. */
export class PkiError extends Error {
  override readonly name = 'PkiError';
  constructor(
    readonly code: PkiErrorCode,
    message: string,
    options?: { cause?: unknown },
  ) {
    super(message, options);
  }
}
