import { ApiError, countMembers, DEFAULT_CODEC_LIMITS, decodeJsonSteps } from '@orch/apimachinery';
import { inTurns, type Flow } from '@orch/http';
import { WebhookError } from '../webhook-error.js';
import { hookTarget, type HookClientConfig, type HookTarget } from './hook-target.js';

/** Longest answer to a review of one object: a patch of the largest one, as base64. Unit: bytes. */
export const MAX_ANSWER_BYTES = 8 * 1_024 * 1_024;
/** Of a review of many objects, which has no more than 512 KiB. */
const MAX_LIST = { bytes: 64 * 1_024 * 1_024, fields: 1_000_000 };

/** Longest answer that has the objects of a review: what was sent, and for each object as much as an answer to a review of one has. Unit: bytes. */
export const bytesOfObjects = (review: Uint8Array, objects: number): number =>
  Math.min(MAX_LIST.bytes, review.length + objects * MAX_ANSWER_BYTES);

/** Fields of such an answer, at most: those that were sent, managedFields included, and for each object as many as a client may send. */
export const fieldsOfObjects = (review: Uint8Array, objects: number): number =>
  Math.min(MAX_LIST.fields, countMembers(review) + objects * DEFAULT_CODEC_LIMITS.maxFields);

/** The path of a call. @param query added to that of the configuration. */
export const pathOf = ({ path }: HookTarget, query: string | undefined): string =>
  query === undefined ? path : `${path}${path.includes('?') ? '&' : '?'}${query}`;

/** The flow of the work on the answers of a server. */
export const flowOfHook = ({ origin }: HookTarget): Flow => ({ name: `webhook ${origin}`, exempt: false });

/**
 * The document of an answer, decoded in turns of the event loop of this thread.
 * @param query of the call. @param maxFields default: those of a body of a client.
 * @throws WebhookError with a text for clients.
 */
export async function decodedAnswer(
  config: HookClientConfig,
  query: string | undefined,
  bytes: Buffer,
  maxFields = DEFAULT_CODEC_LIMITS.maxFields,
): Promise<unknown> {
  const target = hookTarget(config);
  try {
    const steps = decodeJsonSteps(bytes, { ...DEFAULT_CODEC_LIMITS, maxFields });
    return (await inTurns(steps, { flow: flowOfHook(target) })).value;
  } catch (cause) {
    if (!(cause instanceof ApiError)) throw cause;
    const url = target.origin + pathOf(target, query);
    throw new WebhookError(`${url}: the answer cannot be read: ${cause.message}`, { cause });
  }
}
