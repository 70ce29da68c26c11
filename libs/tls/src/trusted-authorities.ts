import { X509Certificate } from 'node:crypto';
import { pathToAuthority } from './path-to-authority.js';

/** Whom a certificate of an authority stands for: the client itself, or a proxy that speaks for others. */
export type AuthorityUse = 'clients' | 'proxies';

/** PEM bundles, each may hold several certificates. */
export type AuthorityBundles = Readonly<Record<AuthorityUse, readonly string[]>>;

/**
 * The authorities of client certificates, told apart by what they are for. A handshake takes all of them as one, so who
 * signed a certificate is found out here (B-114).
 */
export class TrustedAuthorities {
  private authorities: Readonly<Record<AuthorityUse, readonly X509Certificate[]>> = { clients: [], proxies: [] };
  private count = 0;

  constructor(bundles: AuthorityBundles) {
    this.replace(bundles);
  }

  /** Grows with each change: what was found out before has to be found out again. */
  get generation(): number {
    return this.count;
  }

  /** From now on these are trusted, on open connections too. @throws Error when a bundle is no PEM; then nothing changes. */
  replace(bundles: AuthorityBundles): void {
    this.authorities = { clients: certificatesOf(bundles.clients), proxies: certificatesOf(bundles.proxies) };
    this.count++;
  }

  /**
   * When the way from a certificate to an authority of that use ends: the earliest end among the certificates between them.
   * Unit: milliseconds of the epoch. Undefined when there is no way.
   * @param sent what the client sent beside its certificate.
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

/** Every certificate of some PEM bundles. @throws Error on one that is none. */
export const certificatesOf = (bundles: readonly string[]): X509Certificate[] =>
  bundles.flatMap((bundle) => (bundle.match(PEM_CERTIFICATE) ?? []).map((pem) => new X509Certificate(pem)));
