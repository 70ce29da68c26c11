import type { UnreadAttributes } from '@orch/registry';
import type { HookClient } from '@orch/webhook';
import type { Vocabulary } from '@orch/vocabulary';
import type { WebhookMetrics } from './webhook-metrics.js';
import { isExempt } from '../matching/exempt-kinds.js';
import { matchRules, type Invocation, type Matching } from './invocation.js';
import type { RegisteredWebhooks } from './registered-webhooks.js';

/** Dependencies of the two webhook plugins. */
export interface WebhookDependencies extends Matching {
  readonly registered: RegisteredWebhooks;
  readonly client: Pick<HookClient, 'post'>;
  readonly metrics: WebhookMetrics;
  readonly vocabulary: Vocabulary;
  /** Logs a failed call that the failure policy ignores. */
  readonly ignored: (webhook: string, error: Error) => void;
}

/** Webhooks whose rules match, in call order. Reads no objects. HOT PATH (bench: create): called for every write. */
export function invocationsOf(
  attributes: UnreadAttributes,
  { registered, versions, vocabulary }: WebhookDependencies,
): readonly Invocation[] {
  const { all } = registered;
  if (all.length === 0 || isExempt(attributes, vocabulary)) return NONE;
  const found: Invocation[] = [];
  for (const [order, webhook] of all.entries()) {
    const invocation = matchRules(webhook, order, attributes, versions);
    if (invocation) found.push(invocation);
  }
  return found;
}

const NONE: readonly Invocation[] = [];
