import type { CustomResourceDefinition } from '@orch/api';
import type { ConversionCalls, ObjectConversion } from '@orch/registry';
import type { JsonSchema } from '@orch/structural-schema';
import type { HookClientConfig } from '@orch/webhook';
import { RuleConversion } from './rule-conversion.js';
import { WebhookConversion, type ConversionWebhook } from './webhook-conversion.js';

/** What conversions of all definitions share. */
export interface ConversionParts {
  /** The calls of a webhook. @param definition its name. */
  readonly callsOf: (definition: string, config: HookClientConfig) => ConversionCalls;
  /** Group of the reviews: that of the definitions. */
  readonly reviewGroup: string;
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

/** The conversion by the webhook of a definition; undefined where it has none. */
export function webhookConversionOf(
  { metadata, spec }: CustomResourceDefinition,
  { callsOf, reviewGroup }: Pick<ConversionParts, 'callsOf' | 'reviewGroup'>,
): ObjectConversion | undefined {
  const { strategy, webhook } = spec.conversion ?? {};
  if (strategy !== 'Webhook' || !webhook) return undefined;
  const { clientConfig, conversionReviewVersions } = webhook as ConversionWebhook;
  const calls = callsOf(metadata.name ?? '', clientConfig);
  return new WebhookConversion({ calls, webhook: { clientConfig, conversionReviewVersions }, reviewGroup });
}

/**
 * The conversion that a definition declares: by rules in an annotation, or by its webhook; undefined where the change of `apiVersion` is all of it.
 * Rules go before a webhook, which other servers call that do not know them.
 * @param schemaOf the schema of a version.
 */
export const conversionOf = (
  definition: CustomResourceDefinition,
  parts: ConversionParts,
  schemaOf: (version: string) => JsonSchema | undefined,
): ObjectConversion | undefined =>
  ruleConversionOf(definition, parts.rulesAnnotation, schemaOf) ?? webhookConversionOf(definition, parts);
