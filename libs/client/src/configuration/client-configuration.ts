import type { OidcCredentials } from './oidc-credentials.js';
import type { PluginCredentials } from './plugin-credentials.js';

/** Everything needed to talk to one server as one user. @typeParam C narrows the credentials, for clients that do not know all types of them. */
export interface ClientConfiguration<C extends Credentials = Credentials> {
  /** `https://host:port`, no slash at the end. */
  readonly server: string;
  /** Path of the server's URL as written, if any: the prefix of the path of every request. */
  readonly pathPrefix?: string;
  /** Proxy through which the server is reached: `http://`, `https://` or `socks5://`. Default: that of the environment (D-127). */
  readonly proxyUrl?: string;
  readonly tls: TlsMaterial;
  readonly credentials: C;
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

/** In addition to a client certificate (in `TlsMaterial`), at most one of these. A plugin gives a header, a client certificate or both. */
export type Credentials = HeaderCredentials | { readonly type: 'plugin'; readonly plugin: PluginCredentials };

/** Credentials that are an `Authorization` header. */
export type HeaderCredentials =
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
