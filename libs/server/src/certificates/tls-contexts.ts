import type { Server as HttpServer } from 'node:http';
import {
  createSecureContext,
  type SecureContext,
  type SecureContextOptions,
  type SecureVersion,
  type Server as TlsServer,
  type TlsOptions,
} from 'node:tls';
import { SERVER_TLS } from '@orch/connections';
import { cipherBounds, SniChoice, type TlsMaterial } from '@orch/tls';

/** Allowed parameters of a handshake. */
export interface TlsBounds {
  readonly minVersion: 'VersionTLS12' | 'VersionTLS13';
  /** Registered names of cipher suites. Empty: the defaults of Node. */
  readonly cipherSuites: readonly string[];
}

/**
 * TLS contexts: a default one, and one for each pair with its own server names (D-014). New handshakes use the newest;
 * open connections stay (D-015).
 */
export class TlsContexts {
  private readonly bounds: SecureContextOptions;
  private sni: SniChoice<SecureContext>;

  /** @throws Error when a certificate and its key do not belong together. */
  constructor(
    private material: TlsMaterial,
    { minVersion, cipherSuites }: TlsBounds,
  ) {
    const { ciphers, onlyTls13 } = cipherBounds(cipherSuites);
    const lowest: SecureVersion = onlyTls13 || minVersion === 'VersionTLS13' ? 'TLSv1.3' : 'TLSv1.2';
    this.bounds = {
      minVersion: lowest,
      ...(ciphers === undefined ? {} : { ciphers }),
      // A session resumed from a ticket has the client's certificate but not its chain, which we need to identify the
      // issuer. Common clients of this API do not resume sessions. A renegotiation may present another certificate,
      // whose purpose and path OpenSSL's first verification does not cover.
      ...SERVER_TLS,
      sessionIdContext: 'client certificates',
      honorCipherOrder: true,
      allowPartialTrustChain: true,
    };
    this.sni = this.contextsOf(material);
  }

  /** Options for a new server; call {@link installIn} afterwards. */
  options(): TlsOptions {
    const options = { ...this.bounds, ...this.pairOf(this.material), ca: this.authoritiesOf(this.material) };
    if (this.material.sni.length === 0) return options; // no SNI callback per handshake
    return { ...options, SNICallback: (host, answer) => answer(null, this.sni.of(host)) };
  }

  /**
   * Makes a server accept intermediate CAs as trust anchors, as other servers of this API do: Node's servers do not
   * pass `allowPartialTrustChain` to their context, so the context is replaced.
   */
  installIn(server: HttpServer): void {
    const context = createSecureContext({
      ...this.bounds,
      ...this.pairOf(this.material),
      ca: this.authoritiesOf(this.material),
    });
    (server as unknown as { _sharedCreds: SecureContext })._sharedCreds = context;
  }

  /** @throws Error when a certificate and its key do not belong together; then nothing changes. */
  replace(server: HttpServer, material: TlsMaterial): void {
    const context = { ...this.bounds, ...this.pairOf(material), ca: this.authoritiesOf(material) };
    createSecureContext(context); // throws before the server is touched
    this.sni = this.contextsOf(material);
    this.material = material;
    (server as unknown as TlsServer).setSecureContext(context);
    this.installIn(server);
  }

  private contextsOf(material: TlsMaterial): SniChoice<SecureContext> {
    const ca = this.authoritiesOf(material);
    return new SniChoice(
      material.sni.map((certificate) => ({
        certificate,
        value: createSecureContext({ ...this.bounds, ...this.pairOf(certificate), ca }),
      })),
    );
  }

  private readonly pairOf = (pair: { readonly certificatePem: string; readonly privateKeyPem: string }) => ({
    cert: pair.certificatePem,
    key: pair.privateKeyPem,
  });

  private readonly authoritiesOf = ({ authorities: { clients, proxies } }: TlsMaterial) => [...clients, ...proxies];
}
