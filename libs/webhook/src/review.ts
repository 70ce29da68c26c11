import { WebhookError } from './webhook-error.js';

/** A question in an envelope of the API. */
export interface Review {
  readonly apiVersion: string;
  readonly kind: string;
  readonly spec: object;
}

/** The `status` of a review that was answered, and how many bytes the answer had. */
export interface ReviewAnswer {
  readonly status: Fields;
  readonly bytes: number;
}

export type Fields = Readonly<Record<string, unknown>>;

/**
 * Reads the answer to a review. It must be of the kind and version that was sent (B-082); its `spec` does not count (B-088).
 * @param url of the service, for messages.
 * @throws WebhookError.
 */
export function readAnswer(text: string, { apiVersion, kind }: Review, url: string): ReviewAnswer {
  let parsed: unknown;
  try {
    parsed = JSON.parse(text);
  } catch {
    // Without the cause: what the parser says shows a piece of the answer, which may repeat the question.
    throw new WebhookError(`${url}: the answer is not JSON`);
  }
  if (!isFields(parsed) || parsed['apiVersion'] !== apiVersion || parsed['kind'] !== kind) {
    throw new WebhookError(`${url}: the answer is no ${kind} of ${apiVersion}`);
  }
  const { status } = parsed;
  if (!isFields(status)) throw new WebhookError(`${url}: the answer has no status`);
  return { status, bytes: Buffer.byteLength(text) };
}

export const isFields = (value: unknown): value is Fields =>
  typeof value === 'object' && value !== null && !Array.isArray(value);
