/** What the certificates of the server depend on. */
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
  /** Pairs for clients that ask for another name, each as `parseSniFiles` reads it (D-014). */
  readonly tlsSniCertKeys: readonly string[];
  /** PEM file of authorities whose client certificates are taken, beside the server's own. */
  readonly clientCaFile: string | undefined;
  /** A proxy that speaks for its users: the authorities of its certificate, and its names. Default: none. */
  readonly requestHeader: { readonly clientCaFile: string; readonly allowedNames: readonly string[] } | undefined;
  /** Address others reach this server by. Undefined: found from `bindAddress`. */
  readonly advertiseAddress: string | undefined;
  /** `HOST` or `HOST:PORT` by which clients anywhere call the servers, such as that of a balancer. Undefined: each names itself. */
  readonly externalHostname: string | undefined;
}

/** With the addresses of the server's own service, which its certificate names too. */
export interface TlsMaterialOptions extends TlsOptions {
  readonly serviceAddresses: readonly string[];
}
