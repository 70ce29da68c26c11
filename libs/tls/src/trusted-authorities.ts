import { X509Certificate } from 'node:crypto';
import { pathToAuthority } from './path-to-authority.js';

/** Use of the certificates of an authority: for clients, or for authenticating proxies. */
export type AuthorityUse = 'clients' | 'proxies';

/** PEM bundles, each may hold several certificates. */
export type AuthorityBundles = Readonly<Record<AuthorityUse, readonly string[]>>;

/**
 * The authorities of client certificates, by their use. A handshake trusts all of them alike, so the issuer of a certificate is checked
 * here (B-114).
 */
export class TrustedAuthorities {
  private authorities: Readonly<Record<AuthorityUse, readonly X509Certificate[]>> = { clients: [], proxies: [] };
  private count = 0;

  constructor(bundles: AuthorityBundles) {
    this.replace(bundles);
  }

  /** Incremented by each change, which invalidates earlier results. */
  get generation(): number {
    return this.count;
  }

  /** Replaces the authorities, also for open connections. @throws Error when a bundle is not PEM; then nothing changes. */
  replace(bundles: AuthorityBundles): void {
    this.authorities = { clients: certificatesOf(bundles.clients), proxies: certificatesOf(bundles.proxies) };
    this.count++;
  }

  /**
   * The earliest expiry on the certification path from a certificate to an authority of that use. Unit: milliseconds of the epoch. Undefined
   * without a path.
   * @param sent further certificates that the client sent.
   */
  vouchedUntil(
    use: AuthorityUse,
    certificate: X509Certificate,
    sent: readonly X509Certificate[],
    nowMs: number,
  ): number | undefined {
    return pathToAuthority(certificate, sent, this.authorities[use], nowMs);
  }
}

const PEM_CERTIFICATE = /-----BEGIN CERTIFICATE-----[^-]+-----END CERTIFICATE-----/g;

/** All certificates of some PEM bundles. @throws Error for an invalid one. */
export const certificatesOf = (bundles: readonly string[]): X509Certificate[] =>
  bundles.flatMap((bundle) => (bundle.match(PEM_CERTIFICATE) ?? []).map((pem) => new X509Certificate(pem)));
