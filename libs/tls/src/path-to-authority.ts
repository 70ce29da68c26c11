import type { X509Certificate } from 'node:crypto';

/** Certificates between a client's and an authority's; also bounds the search. */
const MAX_INTERMEDIATES = 8;

/**
 * Looks for a way from a certificate to one of the authorities, each step signed by the next. It comes on top of the
 * check that OpenSSL makes in the handshake (purposes, lengths of paths), which knows only whether any authority is at the end.
 * @param sent what may stand in between, in any order.
 * @returns when the first certificate on the way ends, in milliseconds of the epoch; undefined when there is no way that is
 * valid at `nowMs`.
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
    const authority = authorities.find((one) => signed(one, current, nowMs));
    if (authority) return Math.min(untilMs, Date.parse(authority.validTo));
    const next = rest.find((one) => signed(one, current, nowMs));
    if (!next) return undefined;
    rest = rest.filter((one) => one !== next);
    current = next;
  }
}

/** Names are compared before the signature is, which is what costs. */
const signed = (issuer: X509Certificate, subject: X509Certificate, nowMs: number): boolean =>
  issuer.ca &&
  subject.checkIssued(issuer) &&
  Date.parse(issuer.validFrom) <= nowMs &&
  nowMs <= Date.parse(issuer.validTo) &&
  subject.verify(issuer.publicKey);
