import type { X509Certificate } from 'node:crypto';
import { isVersion1 } from '@orch/pki';

/** Maximum number of intermediate certificates; also bounds the search. */
const MAX_INTERMEDIATES = 8;

/**
 * Builds a certification path from a certificate to one of the authorities, each certificate signed by the next. In addition to the
 * check of OpenSSL in the handshake (purposes, path lengths), which accepts a path to any authority.
 * @param sent possible intermediates, in any order.
 * @returns the earliest expiry on the path, in milliseconds of the epoch; undefined without a path that is valid at `nowMs`.
 */
export function pathToAuthority(
  certificate: X509Certificate,
  sent: readonly X509Certificate[],
  authorities: readonly X509Certificate[],
  nowMs: number,
): number | undefined {
  let rest = sent.slice(0, MAX_INTERMEDIATES);
  let untilMs = Infinity;
  for (let current = certificate; ;) {
    const endMs = Date.parse(current.validTo);
    if (!(Date.parse(current.validFrom) <= nowMs && nowMs <= endMs)) return undefined;
    untilMs = Math.min(untilMs, endMs);
    const authority = authorities.find((one) => (one.ca || isVersion1(one.raw)) && signed(one, current, nowMs));
    if (authority) return Math.min(untilMs, Date.parse(authority.validTo));
    const next = rest.find((one) => one.ca && signed(one, current, nowMs));
    if (!next) return undefined;
    rest = rest.filter((one) => one !== next);
    current = next;
  }
}

/** Compares names first, since verifying the signature is expensive. */
const signed = (issuer: X509Certificate, subject: X509Certificate, nowMs: number): boolean =>
  subject.checkIssued(issuer) &&
  Date.parse(issuer.validFrom) <= nowMs &&
  nowMs <= Date.parse(issuer.validTo) &&
  subject.verify(issuer.publicKey);
