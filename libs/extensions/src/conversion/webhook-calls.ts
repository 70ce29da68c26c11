import type { ConversionCalls, FinishedCall } from '@orch/registry';
import { bytesOfObjects, type HookClient, type HookClientConfig } from '@orch/webhook';
import { CallSlots } from './call-slots.js';
import type { ConversionMetrics } from './conversion-metrics.js';

/** Timeout of a conversion. Unit: milliseconds. */
const CONVERSION_LIMIT_MS = 30_000;
/** Concurrent calls for one definition; a webhook that hangs holds no more. */
const CALLS_AT_ONCE = 16;
/** More are refused. */
const WAITING_CALLS = 32;

/** What is added to the query of the calls. */
export const CONVERSION_QUERY = `timeout=${CONVERSION_LIMIT_MS / 1_000}s`;

export interface WebhookCallsParts {
  readonly client: HookClient;
  readonly config: HookClientConfig;
  /** Name of the definition. */
  readonly definition: string;
  readonly metrics: Pick<ConversionMetrics, 'finished'>;
}

/** The calls of the webhook of one definition: those of all threads share its places. */
export class WebhookCalls implements ConversionCalls {
  private readonly slots = new CallSlots(CALLS_AT_ONCE, WAITING_CALLS);

  constructor(private readonly parts: WebhookCallsParts) {}

  inPlace<T>(convert: () => Promise<T>): Promise<T> {
    return this.slots.run(convert);
  }

  exchange(review: Uint8Array, objects: number): Promise<Uint8Array> {
    const { client, config } = this.parts;
    const maxBytes = bytesOfObjects(review, objects);
    return client.exchange(config, review, { timeoutMs: CONVERSION_LIMIT_MS, query: CONVERSION_QUERY, maxBytes });
  }

  finished(call: FinishedCall): void {
    this.parts.metrics.finished(this.parts.definition, call);
  }
}
