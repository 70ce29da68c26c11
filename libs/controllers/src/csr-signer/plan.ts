import { csrPhase, type CertificateSigningRequest } from '../shared/certificate-signing-request.js';
import type { SignerRule } from './signer-rules.js';

/** How far a certificate's beginning is set back, for machines whose clocks lag. Unit: milliseconds. */
const BACKDATE_MS = 300_000;

/** Certificates up to this long get their whole time from now on; of longer ones the setting back is part. */
const SHORT_LIFETIME_MS = 8 * 3_600_000;

/** The rule to sign by, for a request that is approved, not yet issued, neither denied nor failed. Source. */
export const ruleToSign = (
  csr: CertificateSigningRequest,
  rules: ReadonlyMap<string, SignerRule>,
): SignerRule | undefined => (csrPhase(csr) === 'Approved' ? rules.get(csr.spec.signerName) : undefined);

/**
 * From when to when a certificate is valid: the smaller of the signer's and the request's lifetime.
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
