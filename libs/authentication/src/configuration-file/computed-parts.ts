import { compileExpression, ExpressionError, type Program } from '@orch/expressions';
import type { ComputedExtra, ValidationRule } from '../oidc/issuer-settings.js';
import { AuthenticationConfigurationError } from './authentication-configuration-error.js';
import type { TokenAuthenticatorEntry } from './authentication-configuration.js';

/** Compiled expressions of one issuer. */
export interface ComputedParts {
  readonly username?: Program;
  readonly groups?: Program;
  readonly uid?: Program;
  readonly extra?: readonly ComputedExtra[];
  readonly claimRules?: readonly ValidationRule[];
  readonly userRules?: readonly ValidationRule[];
}

/** Claims have no static types. */
const CLAIMS = { claims: 'map<string, dyn>' };
const USER = {
  user: { username: 'string', uid: 'string', groups: 'list<string>', extra: 'map<string, list<string>>' },
};
const TEXT = { variables: CLAIMS, results: ['string'] };
const TEXTS = { variables: CLAIMS, results: ['string', 'list<string>', 'null'] };
const TRUTH = ['bool'];

/**
 * Compiles the expressions of an entry (D-057). The expression language is loaded with this file.
 * @param path of the entry: `jwt[0]`.
 * @param reservedDomains not allowed in keys of `extra`: the server sets those itself.
 * @throws AuthenticationConfigurationError.
 */
export function computedParts(
  { claimMappings, claimValidationRules = [], userValidationRules = [] }: TokenAuthenticatorEntry,
  path: string,
  reservedDomains: readonly string[],
): ComputedParts {
  const { username, groups, uid, extra = [] } = claimMappings;
  const one = (field: string, text: string | undefined, environment: typeof TEXT): Program | undefined =>
    text ? compiled(`${path}.claimMappings.${field}.expression`, text, environment) : undefined;
  const parts = {
    username: one('username', username.expression, TEXT),
    groups: one('groups', groups?.expression, TEXTS),
    uid: one('uid', uid?.expression, TEXT),
    extra: extra.map(({ key, valueExpression }, index) => {
      const at = `${path}.claimMappings.extra[${index}]`;
      refuseReserved(`${at}.key`, key, reservedDomains);
      return { key, expression: compiled(`${at}.valueExpression`, valueExpression, TEXTS) };
    }),
    claimRules: rulesIn(`${path}.claimValidationRules`, claimValidationRules, CLAIMS),
    userRules: rulesIn(`${path}.userValidationRules`, userValidationRules, USER),
  };
  refuseUnverifiedAddress(`${path}.claimMappings.username.expression`, parts);
  return parts;
}

function rulesIn(
  path: string,
  rules: readonly { readonly expression?: string; readonly message?: string }[],
  variables: typeof CLAIMS | typeof USER,
): ValidationRule[] {
  return rules.flatMap(({ expression, message = '' }, index) =>
    expression
      ? [{ expression: compiled(`${path}[${index}].expression`, expression, { variables, results: TRUTH }), message }]
      : [],
  );
}

function compiled(path: string, text: string, environment: Parameters<typeof compileExpression>[1]): Program {
  try {
    return compileExpression(text, environment);
  } catch (error) {
    if (!(error instanceof ExpressionError)) throw error;
    throw new AuthenticationConfigurationError(`${path}: ${error.message}`, { cause: error });
  }
}

function refuseReserved(path: string, key: string, reservedDomains: readonly string[]): void {
  const domain = key.slice(0, key.indexOf('/'));
  const reserved = reservedDomains.find((suffix) => `.${domain}`.endsWith(`.${suffix}`));
  if (reserved !== undefined)
    throw new AuthenticationConfigurationError(`${path}: must not lie in ${reserved}, which is reserved`);
}

/**
 * A user who may choose an unverified address could impersonate any user; claims by name check this by themselves
 * (D-050).
 */
function refuseUnverifiedAddress(path: string, { username, extra = [], claimRules = [] }: ComputedParts): void {
  if (!username?.names('claims', 'email')) return;
  const programs = [username, ...[...extra, ...claimRules].map(({ expression }) => expression)];
  if (programs.some((program) => program.names('claims', 'email_verified'))) return;
  const where = 'here, in claimMappings.extra[].valueExpression or in claimValidationRules[].expression';
  throw new AuthenticationConfigurationError(
    `${path}: uses claims.email, so claims.email_verified must be used too: ${where}`,
  );
}
