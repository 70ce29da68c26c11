import { csrPhase, type CertificateSigningRequest } from '../shared/certificate-signing-request.js';
import type { SignerRule } from './signer-rules.js';

/** How far `notBefore` is backdated, for clients with clock skew. Unit: milliseconds. */
const BACKDATE_MS = 300_000;

/** Up to this lifetime the backdating is added to the lifetime; for longer ones it is included. */
const SHORT_LIFETIME_MS = 8 * 3_600_000;

/** The signer rules for a request that is approved and neither issued, denied nor failed; otherwise undefined. Source. */
export const ruleToSign = (
  csr: CertificateSigningRequest,
  rules: ReadonlyMap<string, SignerRule>,
): SignerRule | undefined => (csrPhase(csr) === 'Approved' ? rules.get(csr.spec.signerName) : undefined);

/**
 * Validity of a certificate: the shorter of the signer's and the request's lifetime.
 * Source: A-483, B-336..B-338. Unit: milliseconds since 1970.
 */
export function planValidity(
  csr: CertificateSigningRequest,
  signingDurationMs: number,
  nowMs: number,
): { readonly notBeforeMs: number; readonly notAfterMs: number } {
  const wantedMs = (csr.spec.expirationSeconds ?? Infinity) * 1000;
  const lifetimeMs = Math.min(signingDurationMs, wantedMs);
  const notBeforeMs = nowMs - BACKDATE_MS;
  return { notBeforeMs, notAfterMs: (lifetimeMs <= SHORT_LIFETIME_MS ? nowMs : notBeforeMs) + lifetimeMs };
}
