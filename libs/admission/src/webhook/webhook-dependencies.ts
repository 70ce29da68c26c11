import { type AdmissionOperation, type UnreadAttributes, type WriteScope } from '@orch/registry';
import type { HookClient } from '@orch/webhook';
import type { Vocabulary } from '@orch/vocabulary';
import type { WebhookMetrics } from './webhook-metrics.js';
import { isExempt } from '../matching/exempt-kinds.js';
import { StepWork } from '../matching/step-work.js';
import type { IgnoredFailures } from './ignored-failures.js';
import type { Invocation, Matching } from './invocation.js';
import type { RegisteredWebhooks } from './registered-webhooks.js';

/** Dependencies of the two webhook plugins. */
export interface WebhookDependencies extends Matching {
  readonly registered: RegisteredWebhooks;
  readonly client: Pick<HookClient, 'post'>;
  readonly metrics: WebhookMetrics;
  readonly vocabulary: Vocabulary;
  readonly ignored: Pick<IgnoredFailures, 'add'>;
}

/**
 * Whether there are webhooks whose rules match. Reads no objects. What takes more than one step is left to the calls: then the write counts as
 * matched. HOT PATH (bench: create, webhooks): called for every write.
 */
export function isMatched(attributes: UnreadAttributes, dependencies: WebhookDependencies): boolean {
  const { all, candidates } = dependencies.registered;
  if (all.length === 0) return false;
  const known = candidates.known(all, attributes);
  if (known?.length === 0) return false;
  if (known?.[0]!.invocation) return !isExempt(attributes, dependencies.vocabulary);
  const first = invocationsOf(attributes, dependencies, new StepWork()).next();
  return first.done !== true || first.value.length > 0;
}

/** Webhooks whose rules match, in call order. Reads no objects. */
export function* invocationsOf(
  attributes: UnreadAttributes,
  { registered, versions, vocabulary }: WebhookDependencies,
  work: StepWork,
): Generator<undefined, readonly Invocation[]> {
  const { all } = registered;
  if (all.length === 0 || isExempt(attributes, vocabulary)) return NONE;
  const candidates = yield* registered.candidates.of(all, attributes, versions, work);
  const found: Invocation[] = [];
  for (const { registered: webhook, order, invocation } of candidates) {
    if (work.add(1)) yield;
    const matched = invocation ?? (yield* webhook.rules.match(attributes, versions, work));
    if (matched) found.push(invocation ?? { ...matched, registered: webhook, order });
  }
  return found;
}

const NONE: readonly Invocation[] = [];

const OPERATIONS: readonly AdmissionOperation[] = ['CREATE', 'UPDATE', 'DELETE'];

/**
 * Names of the webhooks whose rules and namespaces include any write of a scope. Writes to sub-resources are included: they wait for each other,
 * since an object is changed by one at a time. Reads no objects.
 */
export function* webhooksOf(
  { definition, namespace }: WriteScope,
  { registered: { all, candidates }, versions, vocabulary, reader }: WebhookDependencies,
): Generator<undefined, readonly string[]> {
  if (all.length === 0 || isExempt({ definition }, vocabulary)) return [];
  const work = new StepWork();
  const places = new Set<number>();
  for (const subresource of ['', ...definition.subresources.keys()]) {
    for (const operation of OPERATIONS) {
      for (const { order } of yield* candidates.of(all, { definition, operation, subresource }, versions, work))
        places.add(order);
    }
  }
  const names: string[] = [];
  for (const place of [...places].sort((a, b) => a - b)) {
    const { configuration, name, selectors } = all[place]!;
    if (yield* selectors.mayMatchIn(namespace, reader, work)) names.push(`${configuration}/${name}`);
  }
  return names;
}
