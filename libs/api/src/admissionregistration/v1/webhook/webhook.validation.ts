import {
  fieldError,
  FieldPath,
  validateLabelSelector,
  validateName,
  repeatedItems,
  type FieldError,
} from '@orch/apimachinery';
import { validateOneOf } from '../../../validation/values.js';
import { validateWebhookClient } from '../../../validation/webhook-client.js';
import type { ExpressionCheck } from '../matching/expression-check.js';
import { validateMatchConditions } from '../matching/match-condition.validation.js';
import { validateRule } from '../matching/rules.validation.js';
import type { MutatingWebhook, ValidatingWebhook } from './webhook.types.js';

/** A webhook of either kind. */
export type Webhook = ValidatingWebhook & Pick<MutatingWebhook, 'reinvocationPolicy'>;

/** Requirements in addition to the rules of all versions (B-193, B-229, B-231, D-246). */
export interface WebhookDemands {
  readonly uniqueNames: boolean;
  readonly noSideEffects: boolean;
  readonly knownReviewVersion: boolean;
}

/** Supported versions of AdmissionReview. */
const REVIEW_VERSIONS = ['v1', 'v1beta1'];
const SIDE_EFFECTS = ['None', 'NoneOnDryRun', 'Some', 'Unknown'];
const NO_SIDE_EFFECTS = ['None', 'NoneOnDryRun'];
const WEBHOOKS = FieldPath.of('webhooks');

/** B-193..B-195, B-218..B-221, B-226, B-231, B-235, B-243, D-140, D-141. @param expressions undefined: match conditions are not checked. */
export function validateWebhooks(
  webhooks: readonly Webhook[],
  demands: WebhookDemands,
  expressions: ExpressionCheck | undefined,
): FieldError[] {
  const seen = new Set<string>();
  return webhooks.flatMap((webhook, index) => {
    const at = WEBHOOKS.index(index);
    const { name = '' } = webhook;
    const repeated = demands.uniqueNames && name !== '' && seen.has(name);
    seen.add(name);
    return [
      ...validateWebhook(at, webhook, demands, expressions),
      ...(repeated ? [fieldError.duplicate(at.child('name'), name)] : []),
    ];
  });
}

/** Requirements that the current webhooks meet, which updates must keep. */
export const demandsMet = (webhooks: readonly Webhook[]): WebhookDemands => ({
  uniqueNames: new Set(webhooks.map(({ name }) => name)).size === webhooks.length,
  noSideEffects: webhooks.every(({ sideEffects }) => NO_SIDE_EFFECTS.includes(sideEffects ?? '')),
  knownReviewVersion: webhooks.every(({ admissionReviewVersions }) => hasKnownVersion(admissionReviewVersions ?? [])),
});

const hasKnownVersion = (versions: readonly string[]): boolean => versions.some((v) => REVIEW_VERSIONS.includes(v));

function validateWebhook(
  path: FieldPath,
  webhook: Webhook,
  demands: WebhookDemands,
  expressions: ExpressionCheck | undefined,
): FieldError[] {
  const { rules = [], timeoutSeconds, sideEffects } = webhook;
  const known = demands.noSideEffects ? NO_SIDE_EFFECTS : SIDE_EFFECTS;
  const effects = path.child('sideEffects');
  return [
    ...validateQualifiedHost(path.child('name'), webhook.name ?? ''),
    ...rules.flatMap((rule, index) => validateRule(path.child('rules').index(index), rule)),
    ...validateOneOf(path.child('failurePolicy'), webhook.failurePolicy, ['Fail', 'Ignore']),
    ...validateOneOf(path.child('matchPolicy'), webhook.matchPolicy, ['Equivalent', 'Exact']),
    ...(sideEffects === undefined || sideEffects === null
      ? [fieldError.required(effects, `must specify one of ${known.join(', ')}`)]
      : validateOneOf(effects, sideEffects, known)),
    ...(timeoutSeconds !== undefined && (timeoutSeconds < 1 || timeoutSeconds > 30)
      ? [
          fieldError.invalid(
            path.child('timeoutSeconds'),
            timeoutSeconds,
            'the timeout value must be between 1 and 30 seconds',
          ),
        ]
      : []),
    ...validateOneOf(path.child('reinvocationPolicy'), webhook.reinvocationPolicy, ['IfNeeded', 'Never']),
    ...validateLabelSelector(webhook.namespaceSelector, path.child('namespaceSelector')),
    ...validateLabelSelector(webhook.objectSelector, path.child('objectSelector')),
    ...validateWebhookClient(path.child('clientConfig'), webhook.clientConfig),
    ...(expressions
      ? validateMatchConditions(path.child('matchConditions'), webhook.matchConditions, expressions, false)
      : []),
    ...validateReviewVersions(path.child('admissionReviewVersions'), webhook.admissionReviewVersions ?? [], demands),
  ];
}

/** `hook.example.com`: a domain of at least three parts (D-140). */
function validateQualifiedHost(path: FieldPath, name: string): FieldError[] {
  if (name === '') return [fieldError.required(path)];
  const faults = validateName('dns-subdomain', name);
  if (faults.length > 0) return faults.map((fault) => fieldError.invalid(path, name, fault));
  return name.split('.').length < 3
    ? [fieldError.invalid(path, name, 'should be a domain with at least three segments separated by dots')]
    : [];
}

function validateReviewVersions(path: FieldPath, versions: readonly string[], demands: WebhookDemands): FieldError[] {
  const known = REVIEW_VERSIONS.join(', ');
  if (versions.length === 0) return [fieldError.required(path, `must specify one of ${known}`)];
  const repeated = repeatedItems(versions);
  const errors = versions.flatMap((version, index) =>
    repeated.has(index)
      ? [fieldError.invalid(path.index(index), version, 'duplicate version')]
      : validateName('dns-1035-label', version).map((fault) => fieldError.invalid(path.index(index), version, fault)),
  );
  if (demands.knownReviewVersion && !hasKnownVersion(versions)) {
    errors.push(fieldError.invalid(path, versions, `must include at least one of ${known}`));
  }
  return errors;
}
