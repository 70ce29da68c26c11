/** How a call of a conversion ended. */
export type ConversionOutcome =
  | 'success'
  | 'conversion_webhook_call_failure'
  | 'conversion_webhook_malformed_response_failure'
  | 'conversion_webhook_partial_response_failure'
  | 'conversion_webhook_invalid_converted_object_failure';

/** One finished call. */
export interface FinishedCall {
  /** Versions without the group: `v1`. */
  readonly from: string;
  readonly to: string;
  readonly outcome: ConversionOutcome;
  readonly seconds: number;
}

/** Calls of the webhook of one definition: of bytes, so that any thread can encode and decode them. */
export interface ConversionCalls {
  /**
   * Runs a conversion, with its call, in one of few places. Of long answers, fewer are in memory: one is until its conversion ends.
   * @throws ApiError TooManyRequests when too many wait.
   */
  inPlace<T>(convert: (exchange: ConversionExchange) => Promise<T>): Promise<T>;
  finished(call: FinishedCall): void;
}

/**
 * Sends a review. @param review JSON. @param objects number of its objects. @returns the answer, as it came.
 * @throws WebhookError when there is none.
 */
export type ConversionExchange = (review: Uint8Array, objects: number) => Promise<Uint8Array>;
