import { ApiError, decodeYaml, type DecodedBody } from '@orch/apimachinery';
import { parseDuration, validated } from '@orch/process';
import { ExpressionError, type Program } from '@orch/expressions';
import {
  AUTHORIZED_TTL_MS,
  type AuthorizationMode,
  type AuthorizationWebhookOptions,
  UNAUTHORIZED_TTL_MS,
} from '../authorization-options.js';
import { AuthorizationConfiguration, type WebhookEntry } from './authorization-configuration.js';
import { compileMatchCondition } from './match-condition.js';

/** Versions of the file's kind, all with the same fields. */
const VERSIONS = ['v1alpha1', 'v1beta1', 'v1'];

/** An authorizer of the file. */
export interface NamedAuthorizer {
  readonly name: string;
  readonly mode: AuthorizationMode;
  /** With mode Webhook, and only then. */
  readonly webhook: AuthorizationWebhookOptions | undefined;
}

/** An invalid file. The message lists all errors, and follows the name of the file. */
export class AuthorizationConfigurationError extends Error {
  override readonly name = 'AuthorizationConfigurationError';
}

/** Parameters of reading a file. */
export interface AuthorizationConfigurationContext {
  /** API group of the file's kind. */
  readonly group: string;
  /** Whether `--authorization-policy-file` was given. */
  readonly policyFlag: boolean;
}

/**
 * Decodes the authorizers of a file, in order, from YAML or JSON (D-077). Pure.
 * @throws AuthorizationConfigurationError.
 */
export function readAuthorizationConfiguration(
  text: string,
  { group, policyFlag }: AuthorizationConfigurationContext,
): readonly NamedAuthorizer[] {
  const apiVersions = VERSIONS.map((version) => `${group}/${version}`);
  const file = validated(AuthorizationConfiguration, decoded(text), apiVersions);
  if (!(file instanceof AuthorizationConfiguration)) throw new AuthorizationConfigurationError(file.join('; '));
  const { authorizers } = file;
  const modes = authorizers.map(({ type }) => type);
  const named = authorizers.map(({ type: mode, name, webhook }, index): NamedAuthorizer => {
    const path = `authorizers[${index}]`;
    if (mode !== 'Webhook') {
      if (modes.indexOf(mode) !== index)
        throw new AuthorizationConfigurationError(`${path}.type: ${mode} is listed twice: remove one`);
      if (webhook) throw new AuthorizationConfigurationError(`${path}.webhook: goes with type Webhook only`);
      return { name, mode, webhook: undefined };
    }
    if (!webhook) throw new AuthorizationConfigurationError(`${path}.webhook: is needed with type Webhook`);
    return { name, mode, webhook: webhookOf(webhook, `${path}.webhook`) };
  });
  const withPolicies = modes.includes('ABAC');
  if (withPolicies && !policyFlag)
    throw new AuthorizationConfigurationError('type ABAC needs --authorization-policy-file');
  if (policyFlag && !withPolicies)
    throw new AuthorizationConfigurationError(
      '--authorization-policy-file is read by an authorizer of type ABAC: add it',
    );
  return named;
}

function decoded(text: string): DecodedBody {
  try {
    return decodeYaml(text);
  } catch (error) {
    if (error instanceof ApiError) throw new AuthorizationConfigurationError(error.message, { cause: error });
    throw error;
  }
}

function webhookOf(entry: WebhookEntry, path: string): AuthorizationWebhookOptions {
  const { matchConditions = [], authorizedTTL, unauthorizedTTL } = entry;
  if (matchConditions.length > 0 && entry.matchConditionSubjectAccessReviewVersion === undefined) {
    const why = `${path}.matchConditionSubjectAccessReviewVersion: is needed with matchConditions: v1`;
    throw new AuthorizationConfigurationError(why);
  }
  return {
    configFile: entry.connectionInfo.kubeConfigFile,
    version: entry.subjectAccessReviewVersion,
    authorizedTtlMs: authorizedTTL === undefined ? AUTHORIZED_TTL_MS : parseDuration(authorizedTTL)!,
    unauthorizedTtlMs: unauthorizedTTL === undefined ? UNAUTHORIZED_TTL_MS : parseDuration(unauthorizedTTL)!,
    timeoutMs: parseDuration(entry.timeout)!,
    failurePolicy: entry.failurePolicy,
    matchConditions: matchConditions.map(({ expression }, at) =>
      compiled(expression, `${path}.matchConditions[${at}].expression`),
    ),
  };
}

function compiled(expression: string, path: string): Program {
  try {
    return compileMatchCondition(expression);
  } catch (error) {
    if (!(error instanceof ExpressionError)) throw error;
    throw new AuthorizationConfigurationError(`${path}: ${error.message}`, { cause: error });
  }
}
