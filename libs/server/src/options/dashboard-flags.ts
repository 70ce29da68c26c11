import type { oidcFlags } from '@orch/authentication';
import { flagGroup, UsageError, type FlagValues } from '@orch/process';

/** The client of an OpenID Connect issuer that users of the dashboard log in with. */
export interface DashboardOidcOptions {
  /** `https://...`, as tokens have it in `iss`. */
  readonly issuerUrl: string;
  readonly clientId: string;
  /** File with the secret of a confidential client. Undefined: a public client, with PKCE alone. */
  readonly clientSecretFile: string | undefined;
  readonly scopes: readonly string[];
  /** PEM file of the CA of the issuer's certificate. Undefined: those that Node trusts. */
  readonly caFile: string | undefined;
}

/** The dashboard of the server. */
export const dashboardFlags = flagGroup('Dashboard', [
  {
    name: 'dashboard',
    type: 'bool',
    default: true,
    help: 'Serve the dashboard below /dashboard/. The page is public; what it shows needs a login.',
  },
  {
    name: 'dashboard-link-digest',
    type: 'string',
    default: undefined,
    help: 'SHA-256 (base64url) of the code of a one-time link with which the administrator logs in within 10 minutes; orch up makes one.',
  },
  {
    name: 'dashboard-oidc-client-id',
    type: 'string',
    default: undefined,
    help: 'Client ID with which users of the dashboard log in at the issuer. Default: no login with OpenID Connect.',
  },
  {
    name: 'dashboard-oidc-client-secret-file',
    type: 'string',
    default: undefined,
    help: 'File with the secret of that client. Default: a public client, with PKCE alone.',
  },
  {
    name: 'dashboard-oidc-issuer-url',
    type: 'string',
    default: undefined,
    help: 'Issuer of that client. Default: --oidc-issuer-url.',
  },
  {
    name: 'dashboard-oidc-ca-file',
    type: 'string',
    default: undefined,
    help: "PEM file of the CA of the issuer's certificate. Default: --oidc-ca-file for the same issuer.",
  },
  {
    name: 'dashboard-oidc-scopes',
    type: 'string[]',
    default: ['openid', 'profile', 'email'],
    help: 'Scopes of that login.',
  },
]);

type Values = FlagValues<readonly [typeof dashboardFlags, typeof oidcFlags]>;

/** @throws UsageError for an invalid or incomplete combination. */
export function dashboardOptions(values: Values): {
  readonly dashboard: boolean;
  readonly dashboardLinkDigest: string | undefined;
  readonly dashboardOidc: DashboardOidcOptions | undefined;
} {
  const digest = values['dashboard-link-digest'];
  if (digest !== undefined && !/^[\w-]{43}$/.test(digest)) {
    throw new UsageError('flag --dashboard-link-digest: must be the SHA-256 of a code as 43 characters of base64url');
  }
  return { dashboard: values.dashboard, dashboardLinkDigest: digest, dashboardOidc: oidcOf(values) };
}

function oidcOf(values: Values): DashboardOidcOptions | undefined {
  const clientId = values['dashboard-oidc-client-id'];
  const own = (['client-secret-file', 'issuer-url', 'ca-file'] as const).find(
    (name) => values[`dashboard-oidc-${name}`] !== undefined,
  );
  if (clientId === undefined) {
    if (own) throw new UsageError(`flag --dashboard-oidc-${own}: needs --dashboard-oidc-client-id`);
    return undefined;
  }
  const issuerUrl = values['dashboard-oidc-issuer-url'] ?? values['oidc-issuer-url'];
  if (issuerUrl === undefined) {
    throw new UsageError('flag --dashboard-oidc-client-id: needs --dashboard-oidc-issuer-url, or --oidc-issuer-url');
  }
  if (!URL.canParse(issuerUrl) || new URL(issuerUrl).protocol !== 'https:') {
    throw new UsageError(`flag --dashboard-oidc-issuer-url=${issuerUrl}: must be an https URL`);
  }
  const scopes = values['dashboard-oidc-scopes'];
  if (!scopes.includes('openid'))
    throw new UsageError('flag --dashboard-oidc-scopes: must contain openid, else the issuer gives no ID token');
  const ownCa = values['dashboard-oidc-ca-file'];
  const caFile = ownCa ?? (values['dashboard-oidc-issuer-url'] === undefined ? values['oidc-ca-file'] : undefined);
  return { issuerUrl, clientId, clientSecretFile: values['dashboard-oidc-client-secret-file'], scopes, caFile };
}
