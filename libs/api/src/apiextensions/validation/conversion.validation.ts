import { fieldError, validateName, repeatedItems, type FieldError, type FieldPath } from '@orch/apimachinery';
import { validateOneOf, validatePresent } from '../../validation/values.js';
import { validateWebhookClient } from '../../validation/webhook-client.js';
import type { InternalConversion } from '../conversion/internal-definition.js';
import type { DefinitionDemands } from './demands.js';
import { hasRecognizedVersion, REVIEW_VERSIONS } from './review-versions.js';

const STRATEGIES = ['None', 'Webhook'];
const WEBHOOK_ONLY = 'should not be set when strategy is not set to Webhook';

/** How objects are converted between versions. */
export function validateConversion(
  path: FieldPath,
  conversion: InternalConversion | undefined,
  demands: DefinitionDemands,
): FieldError[] {
  if (!conversion) return [];
  const { strategy, webhookClientConfig: client, conversionReviewVersions: versions = [] } = conversion;
  const at = path.child('webhookClientConfig');
  const versionsAt = path.child('conversionReviewVersions');
  const known = strategy
    ? validateOneOf(path.child('strategy'), strategy, STRATEGIES)
    : validatePresent(path.child('strategy'), strategy);
  if (strategy !== 'Webhook') {
    return [
      ...known,
      ...(client ? [fieldError.forbidden(at, WEBHOOK_ONLY)] : []),
      ...(versions.length > 0 ? [fieldError.forbidden(versionsAt, WEBHOOK_ONLY)] : []),
    ];
  }
  const { caBundle, ...where } = client ?? {};
  return [
    ...(client
      ? validateWebhookClient(at, demands.validBundle ? { ...where, caBundle } : where)
      : [fieldError.required(at, 'required when strategy is set to Webhook')]),
    ...validateReviewVersions(versionsAt, versions, demands.recognizedReviewVersion),
  ];
}

function validateReviewVersions(path: FieldPath, versions: readonly string[], recognized: boolean): FieldError[] {
  if (versions.length === 0) return [fieldError.required(path)];
  const repeated = repeatedItems(versions);
  const errors = versions.flatMap((version, index) =>
    repeated.has(index)
      ? [fieldError.invalid(path.index(index), version, 'duplicate version')]
      : validateName('dns-1035-label', version).map((fault) => fieldError.invalid(path.index(index), version, fault)),
  );
  if (recognized && !hasRecognizedVersion(versions)) {
    errors.push(fieldError.invalid(path, versions, `must include at least one of ${REVIEW_VERSIONS.join(', ')}`));
  }
  return errors;
}
