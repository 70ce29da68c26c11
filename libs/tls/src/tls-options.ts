/** Options of the server's certificates. */
export interface TlsOptions {
  /** Address the listener binds to. Default `127.0.0.1`. */
  readonly bindAddress: string;
  /** State, keys and `admin.conf`. Created when missing. Default `./.orch`. */
  readonly dataDir: string;
  /** PEM files of the serving pair; both or none. None: a pair is issued into `certDir` (D-011, D-012). */
  readonly tlsCertFile: string | undefined;
  readonly tlsPrivateKeyFile: string | undefined;
  /** Where a pair is issued when no files are given. Undefined: `pki` in the data directory. */
  readonly certDir: string | undefined;
  /** Pairs that SNI selects, each in the format of `parseSniFiles` (D-014). */
  readonly tlsSniCertKeys: readonly string[];
  /** PEM file of authorities of client certificates, in addition to the server's own. */
  readonly clientCaFile: string | undefined;
  /** An authenticating proxy: the authorities of its certificate, and its names. Default: none. */
  readonly requestHeader: { readonly clientCaFile: string; readonly allowedNames: readonly string[] } | undefined;
  /** Address by which clients reach this server. Undefined: derived from `bindAddress`. */
  readonly advertiseAddress: string | undefined;
  /** External `HOST` or `HOST:PORT` of the servers, such as that of a load balancer. Undefined: the advertised address of each. */
  readonly externalHostname: string | undefined;
}

/** With the addresses of the API server service, which its certificate names too. */
export interface TlsMaterialOptions extends TlsOptions {
  readonly serviceAddresses: readonly string[];
}
