/** A service that knows tokens (B-073, B-078..B-080). */
export interface WebhookTokenOptions {
  /** A client configuration file: where the service is, and as whom it is asked. */
  readonly configFile: string;
  /** Version of the TokenReview that is sent. Default `v1beta1`. */
  readonly version: 'v1beta1' | 'v1';
  /** How long a decision holds, whatever it is. Zero: asked each time. Unit: milliseconds. Default two minutes. */
  readonly cacheTtlMs: number;
}
