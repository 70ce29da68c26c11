import type { OidcCredentials } from './oidc-credentials.js';

/** Everything needed to talk to one server as one user. */
export interface ClientConfiguration {
  /** `https://host:port`, no slash at the end. */
  readonly server: string;
  /** Path of the server's URL as written, if any: the prefix of the path of every request. */
  readonly pathPrefix?: string;
  /** Proxy through which the server is reached: `http://`, `https://` or `socks5://`. Default: none. */
  readonly proxyUrl?: string;
  readonly tls: TlsMaterial;
  readonly credentials: Credentials;
  /** Namespace of the context. Default: `default`. */
  readonly namespace: string;
  readonly impersonate?: Impersonation;
}

/** PEM texts. */
export interface TlsMaterial {
  /** Trusted instead of the system's roots. */
  readonly ca?: string;
  readonly cert?: string;
  readonly key?: string;
  /** Name the server's certificate must have, instead of the host of the URL. */
  readonly serverName?: string;
  /** Disables verification of the server's certificate. Default: false. */
  readonly insecureSkipVerify?: boolean;
}

/** In addition to a client certificate (in `TlsMaterial`), at most one of these. */
export type Credentials =
  | { readonly type: 'none' }
  | { readonly type: 'token'; readonly token: string }
  | { readonly type: 'tokenFile'; readonly path: string }
  /** Asked for every request: see `RequestedToken`. */
  | { readonly type: 'tokenSource'; readonly current: () => Promise<string> }
  | { readonly type: 'basic'; readonly username: string; readonly password: string }
  | { readonly type: 'oidc'; readonly oidc: OidcCredentials };

/** The impersonated user of requests (D-113). */
export interface Impersonation {
  readonly user: string;
  readonly uid?: string;
  readonly groups?: readonly string[];
  readonly extra?: Readonly<Record<string, readonly string[]>>;
}
