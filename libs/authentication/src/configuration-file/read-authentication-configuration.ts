import { ApiError, decodeYaml, type DecodedBody } from '@orch/apimachinery';
import type { Program } from '@orch/expressions';
import { validated } from '@orch/process';
import { IssuerAuthoritiesError, readIssuerAuthorities, type IssuerAuthorities } from '../oidc/issuer-authorities.js';
import { discoveryUrlOf, type Computed, type IssuerSettings, type PrefixedClaim } from '../oidc/issuer-settings.js';
import { SIGNING_ALGORITHMS } from '../oidc/signing-algorithms.js';
import { isGiven } from './alternative.js';
import { AuthenticationConfigurationError } from './authentication-configuration-error.js';
import { AuthenticationConfiguration, type TokenAuthenticatorEntry } from './authentication-configuration.js';
import type { ComputedParts } from './computed-parts.js';

/** Versions of the file's kind; they have the same fields (D-055). */
const VERSIONS = ['v1alpha1', 'v1beta1', 'v1'];

/** The parsed file. */
export interface AuthenticationSettings {
  readonly issuers: readonly IssuerSettings[];
  /** Anonymous access. Undefined: decided by the flag (D-067). */
  readonly anonymous: AnonymousSettings | undefined;
  /** Certificates in it that are not CAs and are not trusted (B-044). */
  readonly refusedAuthorities: readonly string[];
}

export interface AnonymousSettings {
  readonly enabled: boolean;
  /** Paths with anonymous access; undefined: all. */
  readonly paths: readonly string[] | undefined;
}

/** The environment in which a file is parsed. */
export interface ConfigurationEnvironment {
  /** Group of its kind. */
  readonly group: string;
  /** CAs for issuers without their own; undefined: Node's list. */
  readonly hostRoots: readonly string[] | undefined;
  /** Domains reserved in keys of a user's `extra`. */
  readonly reservedDomains: readonly string[];
  /** Issuers of this server's own tokens: not allowed for others. */
  readonly ownIssuers: readonly string[];
  /** Whether `--anonymous-auth` was given: then the file may not set anonymous access. */
  readonly anonymousFlag: boolean;
}

/**
 * Parses an authentication configuration, YAML or JSON (D-055..D-057). The expression language is loaded when needed.
 * @throws AuthenticationConfigurationError.
 */
export async function readAuthenticationConfiguration(
  text: string,
  { group, hostRoots, reservedDomains, ownIssuers, anonymousFlag }: ConfigurationEnvironment,
): Promise<AuthenticationSettings> {
  const apiVersions = VERSIONS.map((version) => `${group}/${version}`);
  const file = validated(AuthenticationConfiguration, decoded(text), apiVersions);
  if (!(file instanceof AuthenticationConfiguration)) throw new AuthenticationConfigurationError(file.join('; '));
  const { jwt = [], anonymous } = file;
  if (anonymous && anonymousFlag)
    throw new AuthenticationConfigurationError('anonymous: does not go with --anonymous-auth: leave one of them out');
  const authorities = jwt.map(authoritiesOf);
  const computed = await allComputedParts(jwt, reservedDomains);
  return {
    issuers: jwt.map((entry, index) => {
      if (ownIssuers.includes(entry.issuer.url)) {
        const why = `jwt[${index}].issuer.url: ${entry.issuer.url} issues the tokens of service accounts`;
        throw new AuthenticationConfigurationError(why);
      }
      return settingsOf(entry, index, authorities[index]?.trusted ?? hostRoots, computed[index] ?? {});
    }),
    anonymous: anonymous && anonymousOf(anonymous),
    refusedAuthorities: authorities.flatMap((found) => found?.refused ?? []),
  };
}

function decoded(text: string): DecodedBody {
  try {
    return decodeYaml(text);
  } catch (error) {
    if (error instanceof ApiError) throw new AuthenticationConfigurationError(error.message, { cause: error });
    throw error;
  }
}

function authoritiesOf({ issuer }: TokenAuthenticatorEntry, index: number): IssuerAuthorities | undefined {
  if (!issuer.certificateAuthority) return undefined;
  try {
    return readIssuerAuthorities(issuer.certificateAuthority);
  } catch (error) {
    if (!(error instanceof IssuerAuthoritiesError)) throw error;
    const why = `jwt[${index}].issuer.certificateAuthority: ${error.message}`;
    throw new AuthenticationConfigurationError(why, { cause: error });
  }
}

async function allComputedParts(
  entries: readonly TokenAuthenticatorEntry[],
  reservedDomains: readonly string[],
): Promise<readonly ComputedParts[]> {
  if (!entries.some(usesExpressions)) return [];
  const { computedParts } = await import('./computed-parts.js');
  return entries.map((entry, index) => computedParts(entry, `jwt[${index}]`, reservedDomains));
}

const usesExpressions = ({
  claimMappings,
  claimValidationRules = [],
  userValidationRules = [],
}: TokenAuthenticatorEntry) =>
  userValidationRules.length > 0 ||
  (claimMappings.extra ?? []).length > 0 ||
  [claimMappings.username, claimMappings.groups, claimMappings.uid, ...claimValidationRules].some((entry) =>
    isGiven(entry?.expression),
  );

function settingsOf(
  { issuer, claimMappings, claimValidationRules = [] }: TokenAuthenticatorEntry,
  index: number,
  authorities: readonly string[] | undefined,
  computed: ComputedParts,
): IssuerSettings {
  const { username, groups, uid } = claimMappings;
  const discoveryUrl = issuer.discoveryURL ?? discoveryUrlOf(issuer.url);
  if (issuer.discoveryURL === issuer.url) {
    const why = `jwt[${index}].issuer.discoveryURL: must differ from url; leave it out to use the default below url`;
    throw new AuthenticationConfigurationError(why);
  }
  const { extra = [], claimRules = [], userRules = [] } = computed;
  return {
    source: { issuer: issuer.url, discoveryUrl, authorities },
    audiences: issuer.audiences,
    signingAlgorithms: SIGNING_ALGORITHMS,
    mappings: {
      username: partOf(username, computed.username),
      ...(groups ? { groups: partOf(groups, computed.groups) } : {}),
      ...(uid ? { uid: partOf(uid, computed.uid) } : {}),
      ...(extra.length > 0 ? { extra } : {}),
    },
    requiredClaims: claimValidationRules.flatMap(({ claim, requiredValue = '' }) =>
      claim === undefined ? [] : [{ claim, value: requiredValue }],
    ),
    ...(claimRules.length > 0 ? { claimRules } : {}),
    ...(userRules.length > 0 ? { userRules } : {}),
    idTokensOnly: false,
  };
}

/** A validated entry has a claim or an expression. */
const partOf = (
  { claim = '', prefix = '' }: { readonly claim?: string; readonly prefix?: string },
  expression: Program | undefined,
): PrefixedClaim | Computed => (expression ? { expression } : { claim, prefix });

function anonymousOf({
  enabled,
  conditions = [],
}: NonNullable<AuthenticationConfiguration['anonymous']>): AnonymousSettings {
  if (!enabled && conditions.length > 0)
    throw new AuthenticationConfigurationError('anonymous.conditions: go with enabled: true only');
  return { enabled, paths: conditions.length === 0 ? undefined : conditions.map(({ path }) => path) };
}
