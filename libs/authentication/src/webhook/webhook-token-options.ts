/** A token webhook (B-073, B-078..B-080). */
export interface WebhookTokenOptions {
  /** A client configuration file: URL and credentials of the webhook. */
  readonly configFile: string;
  /** Version of the sent TokenReview. Default `v1beta1`. */
  readonly version: 'v1beta1' | 'v1';
  /** Cache time of any decision. Zero: not cached. Unit: milliseconds. Default two minutes. */
  readonly cacheTtlMs: number;
}
