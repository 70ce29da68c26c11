import type { X509Certificate } from 'node:crypto';

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
    const authority = authorities.find((one) => (one.ca || isVersion1(one)) && signed(one, current, nowMs));
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

/** Tag of the version in a certificate, which one of version 1 does not have. */
const VERSION_TAG = 0xa0;

/** A certificate of version 1 cannot say whether it is one of a CA: as an authority it is accepted, as in kube-apiserver. */
function isVersion1({ raw }: X509Certificate): boolean {
  const start = headerLength(raw, 0);
  return raw[start + headerLength(raw, start)] !== VERSION_TAG;
}

/** Length of the tag and the length of a DER value. */
function headerLength(der: Buffer, at: number): number {
  const length = der[at + 1] ?? 0;
  return length < 0x80 ? 2 : 2 + (length & 0x7f);
}
