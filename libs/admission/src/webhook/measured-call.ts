import { WorkLimitError } from '@orch/apimachinery';
import type { AdmissionAttributes } from '@orch/registry';
import { CallFailed, callWebhook } from './call-webhook.js';
import type { Invocation } from './invocation.js';
import type { ReviewObjects } from './review-objects.js';
import type { ReviewResponse } from './review-response.js';
import type { WebhookDependencies } from './webhook-dependencies.js';
import type { FinishedCall, RejectionType } from './webhook-metrics.js';
import { WebhookRejection } from './webhook-rejection.js';

/** Place of a call among those of its request, which share the objects. */
export interface CallPlace {
  readonly objects: ReviewObjects;
  readonly type: FinishedCall['type'];
  readonly round: number;
  readonly index: number;
  /** How long it waited for other calls. Unit: milliseconds. Default: 0. */
  readonly waitedMs?: number;
}

/**
 * Calls a webhook, counts the call and applies its failure policy.
 * @param at position among the webhooks of the request, for audit annotations.
 * @param use uses the response; what it throws is a failure of the call too.
 * @returns what `use` returns; undefined when the call failed and its failure is ignored.
 * @throws ApiError when the request is refused.
 */
export async function measuredCall<T>(
  invocation: Invocation,
  attributes: AdmissionAttributes,
  at: CallPlace,
  { client, metrics, vocabulary, ignored }: WebhookDependencies,
  use: (response: ReviewResponse) => T | Promise<T>,
): Promise<T | undefined> {
  const { registered } = invocation;
  const { type, round, index, objects, waitedMs = 0 } = at;
  const startedMs = performance.now();
  const finished = (code: number, rejection: RejectionType | undefined): void =>
    metrics.finished({
      webhook: registered.name,
      type,
      operation: attributes.operation,
      code,
      rejection,
      seconds: (performance.now() - startedMs) / 1_000,
    });
  try {
    const parts = { client, isMutating: type === 'admit', objects, waitedMs };
    const response = await callWebhook(invocation, attributes, parts);
    const result = await use(response);
    finished(200, undefined);
    return result;
  } catch (error) {
    if (error instanceof WorkLimitError) {
      finished(200, undefined);
      throw error;
    }
    const isFailure = error instanceof CallFailed;
    const isIgnored = isFailure && registered.ignoresFailures;
    const code = isFailure ? error.status : error instanceof WebhookRejection ? error.code : 0;
    finished(code, isIgnored ? undefined : rejectionOf(error));
    if (!isIgnored) throw error;
    metrics.ignored(registered.name, type);
    ignored.add(registered.name, error);
    const kind = type === 'admit' ? 'mutation' : 'validating';
    attributes.annotate(
      `failed-open.${kind}.webhook.${vocabulary.groups.admission}/round_${round}_index_${index}`,
      registered.name,
    );
    return undefined;
  }
}

function rejectionOf(error: unknown): RejectionType {
  if (error instanceof CallFailed) return 'calling_webhook_error';
  return error instanceof WebhookRejection ? 'no_error' : 'apiserver_internal_error';
}
