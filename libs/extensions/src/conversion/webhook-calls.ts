import type { ConversionCalls, ConversionExchange, FinishedCall } from '@orch/registry';
import { bytesOfObjects, type HookClient, type HookClientConfig, type LongAnswer } from '@orch/webhook';
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

  inPlace<T>(convert: (exchange: ConversionExchange) => Promise<T>): Promise<T> {
    const { client, config } = this.parts;
    return this.slots.run(async () => {
      let answer: LongAnswer | undefined;
      try {
        return await convert(async (review, objects) => {
          const maxBytes = bytesOfObjects(review, objects);
          const call = { timeoutMs: CONVERSION_LIMIT_MS, query: CONVERSION_QUERY, maxBytes };
          answer ??= client.beginAnswer(config);
          return client.exchange(config, review, call, answer);
        });
      } finally {
        answer?.end();
      }
    });
  }

  finished(call: FinishedCall): void {
    this.parts.metrics.finished(this.parts.definition, call);
  }
}
