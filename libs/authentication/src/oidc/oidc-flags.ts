import { flagGroup, UsageError, type FlagValues } from '@orch/process';
import type { OidcOptions, RequiredClaim } from './oidc-options.js';
import { issuerUrlProblem } from './issuer-url.js';
import { DEFAULT_SIGNING_ALGORITHMS, SIGNING_ALGORITHMS } from './signing-algorithms.js';

/** Tokens of OpenID Connect issuers (B-045..B-061, D-049, D-055). */
export const oidcFlags = flagGroup('OpenID Connect', [
  {
    name: 'oidc-issuer-url',
    type: 'string',
    default: undefined,
    help: 'https URL of the issuer of accepted ID tokens: the discovery URL without .well-known/openid-configuration.',
  },
  {
    name: 'oidc-client-id',
    type: 'string',
    default: undefined,
    help: 'Client ID that ID tokens must be issued for; required with --oidc-issuer-url.',
  },
  {
    name: 'oidc-username-claim',
    type: 'string',
    default: undefined,
    help: 'Claim with the user name. Default: sub.',
  },
  {
    name: 'oidc-username-prefix',
    type: 'string',
    default: undefined,
    help: 'Prefix of user names; - means none. Default: the issuer URL and #; none for the claim email.',
  },
  { name: 'oidc-groups-claim', type: 'string', default: undefined, help: 'Claim with the groups of the user.' },
  { name: 'oidc-groups-prefix', type: 'string', default: undefined, help: 'Prefix of groups. Default: none.' },
  {
    name: 'oidc-required-claim',
    type: 'string[]',
    default: [],
    commas: false,
    help: 'CLAIM=VALUE that ID tokens must have; repeatable, all must match.',
  },
  {
    name: 'oidc-signing-algs',
    type: 'string[]',
    default: [],
    help: `Accepted signature algorithms of ID tokens, of ${SIGNING_ALGORITHMS.join(', ')}. Default: RS256.`,
  },
  {
    name: 'oidc-ca-file',
    type: 'string',
    default: undefined,
    help: "PEM file of the CA of the issuer's certificate. Default: the trusted CAs of this host.",
  },
  {
    name: 'authentication-config',
    type: 'string',
    default: undefined,
    help: 'File of kind AuthenticationConfiguration, with any number of issuers. Replaces the --oidc-* flags.',
  },
]);

type OidcFlagValues = FlagValues<readonly [typeof oidcFlags]>;

/**
 * The issuer of the flags; undefined without one.
 * @throws UsageError for an invalid or incomplete combination.
 */
export function oidcOptions(values: OidcFlagValues): OidcOptions | undefined {
  const issuerUrl = values['oidc-issuer-url'];
  const own = oidcFlags.flags
    .map(({ name }) => name)
    .filter((name) => name !== 'authentication-config' && isGiven(values[name]));
  if (own.length > 0 && values['authentication-config'] !== undefined)
    throw new UsageError(
      `flag --${own[0]}: does not go with --authentication-config: configure the issuer in that file`,
    );
  if (issuerUrl === undefined) {
    const [alone] = own;
    if (alone) throw new UsageError(`flag --${alone}: needs --oidc-issuer-url, the issuer of the tokens`);
    return undefined;
  }
  const problem = issuerUrlProblem(issuerUrl);
  if (problem !== undefined) throw new UsageError(`flag --oidc-issuer-url=${issuerUrl}: ${problem}`);
  const clientId = values['oidc-client-id'];
  if (!clientId) throw new UsageError('flag --oidc-client-id: is needed with --oidc-issuer-url');
  const algorithms = values['oidc-signing-algs'];
  const unknown = algorithms.find((name) => !SIGNING_ALGORITHMS.includes(name));
  if (unknown !== undefined)
    throw new UsageError(`flag --oidc-signing-algs=${unknown}: must be among ${SIGNING_ALGORITHMS.join(', ')}`);
  return {
    issuerUrl,
    clientId,
    usernameClaim: values['oidc-username-claim'] || 'sub',
    // An empty prefix counts as unset: `-` disables it.
    usernamePrefix: values['oidc-username-prefix'] || undefined,
    groupsClaim: values['oidc-groups-claim'] || undefined,
    groupsPrefix: values['oidc-groups-prefix'] ?? '',
    requiredClaims: values['oidc-required-claim'].map(requiredClaim),
    signingAlgorithms: algorithms.length === 0 ? DEFAULT_SIGNING_ALGORITHMS : algorithms,
    caFile: values['oidc-ca-file'],
  };
}

const isGiven = (value: string | readonly string[] | undefined): boolean => value !== undefined && value.length > 0;

function requiredClaim(text: string): RequiredClaim {
  const at = text.indexOf('=');
  if (at <= 0) throw new UsageError(`flag --oidc-required-claim=${text}: must be CLAIM=VALUE`);
  return { claim: text.slice(0, at), value: text.slice(at + 1) };
}
