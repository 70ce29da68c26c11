import { discoveryUrlOf, type IssuerSettings } from './issuer-settings.js';
import type { OidcOptions } from './oidc-options.js';

/** The value that disables prefixes (B-054). */
const NO_PREFIX = '-';

/** The issuer settings of the `--oidc-*` flags. Pure. @param authorities those of the CA file, or of the host. */
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

/** User names of an issuer get its URL as prefix by default; verified addresses are unique without. */
function usernamePrefixOf({ issuerUrl, usernameClaim, usernamePrefix }: OidcOptions): string {
  if (usernamePrefix === NO_PREFIX) return '';
  return usernamePrefix ?? (usernameClaim === 'email' ? '' : `${issuerUrl}#`);
}
