import { WebhookError } from './webhook-error.js';

/** A review object without its metadata and status. */
export interface Review {
  readonly apiVersion: string;
  readonly kind: string;
  readonly spec: object;
}

/** The `status` of an answered review, and the size of the answer. */
export interface ReviewAnswer {
  readonly status: Fields;
  readonly bytes: number;
}

export type Fields = Readonly<Record<string, unknown>>;

/**
 * Decodes the answer to a review. Its kind and version must be those of the request (B-082); its `spec` is ignored (B-088).
 * @param url of the service, for messages.
 * @throws WebhookError.
 */
export function readAnswer(text: string, { apiVersion, kind }: Review, url: string): ReviewAnswer {
  let parsed: unknown;
  try {
    parsed = JSON.parse(text);
  } catch {
    // Without the cause: the message of the parser quotes the answer, which may repeat the request.
    throw new WebhookError(`${url}: the answer is not JSON`);
  }
  if (!isFields(parsed) || parsed['apiVersion'] !== apiVersion || parsed['kind'] !== kind) {
    throw new WebhookError(`${url}: the answer is not a ${kind} of ${apiVersion}`);
  }
  const { status } = parsed;
  if (!isFields(status)) throw new WebhookError(`${url}: the answer has no status`);
  return { status, bytes: Buffer.byteLength(text) };
}

export const isFields = (value: unknown): value is Fields =>
  typeof value === 'object' && value !== null && !Array.isArray(value);
