import type { CustomResourceDefinition } from '@orch/api';
import type { ObjectConversion } from '@orch/registry';
import type { JsonSchema } from '@orch/structural-schema';
import type { HookClient } from '@orch/webhook';
import type { ConversionMetrics } from './conversion-metrics.js';
import { RuleConversion } from './rule-conversion.js';
import { WebhookConversion, type ConversionWebhook } from './webhook-conversion.js';

/** What conversions of all definitions share. */
export interface ConversionParts {
  readonly client: HookClient;
  /** Group of the reviews: that of the definitions. */
  readonly reviewGroup: string;
  readonly metrics: ConversionMetrics;
  /** Annotation with the rules of a declared conversion. */
  readonly rulesAnnotation: string;
}

/** The conversion by the rules of a definition; undefined where it has none. @param schemaOf the schema of a version. */
export function ruleConversionOf(
  { metadata }: CustomResourceDefinition,
  rulesAnnotation: string,
  schemaOf: (version: string) => JsonSchema | undefined,
): ObjectConversion | undefined {
  const rules = metadata.annotations?.[rulesAnnotation];
  return rules === undefined ? undefined : new RuleConversion(rules, schemaOf, metadata.name ?? '');
}

/**
 * The conversion that a definition declares: by rules in an annotation, or by its webhook; undefined where the change of `apiVersion` is all of it.
 * Rules go before a webhook, which other servers call that do not know them.
 * @param schemaOf the schema of a version.
 */
export function conversionOf(
  definition: CustomResourceDefinition,
  { client, reviewGroup, metrics, rulesAnnotation }: ConversionParts,
  schemaOf: (version: string) => JsonSchema | undefined,
): ObjectConversion | undefined {
  const byRules = ruleConversionOf(definition, rulesAnnotation, schemaOf);
  if (byRules) return byRules;
  const { metadata, spec } = definition;
  const { strategy, webhook } = spec.conversion ?? {};
  if (strategy !== 'Webhook' || !webhook) return undefined;
  return new WebhookConversion({
    client,
    webhook: webhook as ConversionWebhook,
    reviewGroup,
    definition: metadata.name ?? '',
    report: (finished) => metrics.finished(finished),
  });
}
