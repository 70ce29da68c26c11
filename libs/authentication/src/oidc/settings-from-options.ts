import { discoveryUrlOf, type IssuerSettings } from './issuer-settings.js';
import type { OidcOptions } from './oidc-options.js';

/** The value that turns prefixes off (B-054). */
const NO_PREFIX = '-';

/** What the `--oidc-*` flags say of their issuer. Pure. @param authorities those of the CA file, or of the host. */
export function settingsFromOptions(options: OidcOptions, authorities: readonly string[] | undefined): IssuerSettings {
  const { issuerUrl, usernameClaim, groupsClaim, groupsPrefix } = options;
  return {
    source: { issuer: issuerUrl, discoveryUrl: discoveryUrlOf(issuerUrl), authorities },
    audiences: [options.clientId],
    signingAlgorithms: options.signingAlgorithms,
    mappings: {
      username: { claim: usernameClaim, prefix: usernamePrefixOf(options) },
      ...(groupsClaim === undefined ? {} : { groups: { claim: groupsClaim, prefix: groupsPrefix } }),
    },
    requiredClaims: options.requiredClaims,
    idTokensOnly: true,
  };
}

/** Names are the issuer's own, so they bear its URL unless somebody says otherwise; addresses are unique as they are. */
function usernamePrefixOf({ issuerUrl, usernameClaim, usernamePrefix }: OidcOptions): string {
  if (usernamePrefix === NO_PREFIX) return '';
  return usernamePrefix ?? (usernameClaim === 'email' ? '' : `${issuerUrl}#`);
}
