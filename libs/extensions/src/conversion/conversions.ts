import type { CustomResourceDefinition } from '@orch/api';
import type { ObjectConversion } from '@orch/registry';
import type { HookClient } from '@orch/webhook';
import type { ConversionMetrics } from './conversion-metrics.js';
import { WebhookConversion, type ConversionWebhook } from './webhook-conversion.js';

/** What conversions of all definitions share. */
export interface ConversionParts {
  readonly client: HookClient;
  /** Group of the reviews: that of the definitions. */
  readonly reviewGroup: string;
  readonly metrics: ConversionMetrics;
}

/** The conversion that a definition declares; undefined where the change of `apiVersion` is all of it. */
export function conversionOf(
  { metadata, spec }: CustomResourceDefinition,
  { client, reviewGroup, metrics }: ConversionParts,
): ObjectConversion | undefined {
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
