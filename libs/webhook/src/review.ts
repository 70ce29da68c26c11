import { ApiError, decodeJson, type CodecLimits } from '@orch/apimachinery';
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

/** Far more than an answer needs: a user of 10,000 groups with 10,000 extra values. Decoded in one turn of the event loop. */
const LIMITS: CodecLimits = { maxDepth: 64, maxFields: 25_000 };

/**
 * Decodes the answer to a review. Its kind and version must be those of the request (B-082); its `spec` is ignored (B-088).
 * @param url of the service, for messages.
 * @throws WebhookError.
 */
export function readAnswer(text: string, { apiVersion, kind }: Review, url: string): ReviewAnswer {
  let parsed: unknown;
  try {
    parsed = decodeJson(Buffer.from(text), LIMITS).value;
  } catch (error) {
    if (!(error instanceof ApiError)) throw error;
    // Without the cause: a message may quote the answer, which may repeat the request.
    throw new WebhookError(`${url}: the answer is too large or is not JSON`);
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
