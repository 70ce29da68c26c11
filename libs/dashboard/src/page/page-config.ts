/** What the page has to know before a login: `/dashboard/config.json`. Public. */
export interface PageConfig {
  readonly vocabulary: string;
  /** Names of groups in that vocabulary: of media types, of metrics of nodes and pods. */
  readonly groups: { readonly meta: string; readonly apidiscovery: string; readonly metrics: string };
  /** Types of Secrets with credentials that expire, and the label and annotation of Leases with the state of controllers. */
  readonly names: { readonly tlsSecret: string; readonly bootstrapToken: string; readonly controllerStatus: string };
  /** Version of the product. */
  readonly version: string;
  readonly login: {
    readonly token: true;
    /** Whether the server asks browsers for a client certificate. */
    readonly certificate: boolean;
    /** Whether one-time links may be used. */
    readonly link: boolean;
    readonly oidc: PageOidc | null;
  };
}

/** How the page signs in with OpenID Connect. */
export interface PageOidc {
  readonly issuer: string;
  readonly clientId: string;
  readonly scopes: readonly string[];
  readonly authorizationEndpoint: string;
}
