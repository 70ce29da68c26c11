import type { UserInfo } from '@orch/api';
import { InvalidCredential } from '../authenticator.js';
import { ComputedClaims } from './computed-claims.js';
import type { ClaimMappings, ComputedExtra, PrefixedClaim } from './issuer-settings.js';
import type { RequiredClaim } from './oidc-options.js';

/** The claims of a verified token. */
export type Claims = Readonly<Record<string, unknown>>;

/** The value of a claim; undefined when it is absent or null. */
export const claimOf = (claims: Claims, name: string): unknown =>
  Object.hasOwn(claims, name) ? (claims[name] ?? undefined) : undefined;

/**
 * The user of verified claims (B-049..B-057, D-050, D-051, D-057). Pure.
 * @throws InvalidCredential when a claim is missing or invalid.
 */
export function userOf(claims: Claims, { username, groups, uid, extra = [] }: ClaimMappings): UserInfo {
  const computed = new ComputedClaims(claims);
  const id = uid && ('expression' in uid ? computed.text(uid.expression) : textClaim(claims, uid.claim));
  const groupsFound = groups && ('expression' in groups ? computed.texts(groups.expression) : groupsOf(claims, groups));
  return Object.freeze({
    username: 'expression' in username ? computed.text(username.expression) : usernameOf(claims, username),
    ...(id === undefined ? {} : { uid: id }),
    groups: Object.freeze(groupsFound ?? []),
    ...(extra.length === 0 ? {} : { extra: extraOf(computed, extra) }),
  });
}

/** Keys without values are dropped. */
function extraOf(computed: ComputedClaims, extra: readonly ComputedExtra[]): NonNullable<UserInfo['extra']> {
  const found = extra.map(({ key, expression }) => [key, Object.freeze(computed.texts(expression))] as const);
  return Object.freeze(Object.fromEntries(found.filter(([, values]) => values.length > 0)));
}

/**
 * Checks that every required claim has its value (B-058, B-059). Pure.
 * @throws InvalidCredential that names the claim, never its value.
 */
export function checkRequiredClaims(claims: Claims, required: readonly RequiredClaim[]): void {
  for (const { claim, value } of required) {
    if (claimOf(claims, claim) !== value) throw new InvalidCredential(`required claim ${claim} is missing or another`);
  }
}

function usernameOf(claims: Claims, { claim, prefix }: PrefixedClaim): string {
  if (claim === 'email') {
    // Absent is accepted: many providers only have verified addresses (D-050). Null is not absent.
    const verified = Object.hasOwn(claims, 'email_verified') ? claims['email_verified'] : true;
    if (verified !== true) throw new InvalidCredential('the email address is not verified');
  }
  return prefix + textClaim(claims, claim);
}

function textClaim(claims: Claims, name: string): string {
  const value = claimOf(claims, name);
  if (typeof value !== 'string' || value === '') throw new InvalidCredential(`claim ${name} must be a text`);
  return value;
}

function groupsOf(claims: Claims, { claim, prefix }: PrefixedClaim): string[] {
  const value = claimOf(claims, claim);
  if (value === undefined) return [];
  const groups: unknown = typeof value === 'string' ? [value] : value;
  if (!Array.isArray(groups) || !groups.every((group) => typeof group === 'string')) {
    throw new InvalidCredential(`claim ${claim} must be a list of texts`);
  }
  return groups.filter((group) => group !== '').map((group) => prefix + group);
}
