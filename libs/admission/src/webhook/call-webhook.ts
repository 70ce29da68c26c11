import { randomUUID } from 'node:crypto';
import { ApiError } from '@orch/apimachinery';
import type { AdmissionAttributes } from '@orch/registry';
import { WebhookError, type HookClient } from '@orch/webhook';
import type { Invocation } from './invocation.js';
import { requestOf } from '../matching/admission-request.js';
import type { ReviewObjects } from './review-objects.js';
import { InvalidReview, readReviewResponse, UnreadableReview, type ReviewResponse } from './review-response.js';
import { WebhookRejection } from './webhook-rejection.js';

/** A call without a usable answer: the failure policy decides. Becomes an internal error where it fails the request. */
export class CallFailed extends ApiError {
  /** @param status of the failure in the metrics. */
  constructor(
    webhook: string,
    why: string,
    readonly status: number,
    cause?: unknown,
  ) {
    const message = `failed calling webhook ${JSON.stringify(webhook)}: ${why}`;
    super('InternalError', `Internal error occurred: ${message}`, { details: { causes: [{ message }] }, cause });
  }
}

/** Status of a call that gave no answer, and of an answer that is not usable. */
const UNCALLED = 400;
const INVALID = 503;

const KNOWN_VERSIONS = ['v1', 'v1beta1'];

/** The failure of a call whose patch is of another type than JSONPatch. */
export const unsupportedPatch = (webhook: string, type: string | undefined): CallFailed =>
  new CallFailed(webhook, `unsupported patch type ${JSON.stringify(type)}`, UNCALLED);

/** Dependencies of calls. */
export interface CallParts {
  readonly client: Pick<HookClient, 'post'>;
  readonly isMutating: boolean;
  readonly objects: ReviewObjects;
  /** Part of its timeout that it has waited for other calls. Unit: milliseconds. */
  readonly waitedMs: number;
}

/**
 * Sends a review and reads the answer. Warnings and annotations of the answer are passed on, also of a rejection.
 * @throws ApiError BadRequest for a dry run that the webhook does not support; CallFailed; WebhookRejection.
 */
export async function callWebhook(
  invocation: Invocation,
  attributes: AdmissionAttributes,
  { client, isMutating, objects, waitedMs }: CallParts,
): Promise<ReviewResponse> {
  attributes.assertOpen?.();
  const { registered, equivalent } = invocation;
  const { name, webhook } = registered;
  if (attributes.dryRun && !registered.isSafeInDryRun)
    throw ApiError.badRequest(`admission webhook ${JSON.stringify(name)} does not support dry run`);
  const { definition } = attributes;
  const version = webhook.admissionReviewVersions?.find((one) => KNOWN_VERSIONS.includes(one));
  if (version === undefined)
    throw new CallFailed(
      name,
      'could not create admission objects: webhook does not accept known AdmissionReview versions (v1, v1beta1)',
      UNCALLED,
    );
  const apiVersion = `${definition.vocabulary.groups.admission}/${version}`;
  const timeoutMs = registered.timeoutMs - waitedMs;
  if (timeoutMs <= 0) throw new CallFailed(name, 'failed to call webhook: context deadline exceeded', UNCALLED);
  const uid = randomUUID();
  const request = { uid, ...requestOf(attributes, equivalent?.definition ?? definition) };
  const object = await objects.json(attributes.object, invocation);
  const oldObject = await objects.json(attributes.oldObject, invocation);
  const review = reviewJson({ kind: 'AdmissionReview', apiVersion, request }, object, oldObject);
  const answer = await post(client, registered, timeoutMs, review);
  const response = read(name, answer, { apiVersion, uid, isMutating, isStrict: version === 'v1' });
  for (const [key, value] of Object.entries(response.auditAnnotations)) attributes.annotate(`${name}/${key}`, value);
  for (const warning of response.warnings) attributes.warn(warning);
  if (!response.allowed) throw new WebhookRejection(name, response.result);
  return response;
}

interface Review {
  readonly kind: string;
  readonly apiVersion: string;
  /** The last member. */
  readonly request: object;
}

/** The review as JSON: its request gets the objects as its last members. */
function reviewJson(review: Review, object: Buffer, oldObject: Buffer): Buffer {
  const start = JSON.stringify(review).slice(0, -'}}'.length);
  return Buffer.concat([
    Buffer.from(`${start},"object":`),
    object,
    Buffer.from(',"oldObject":'),
    oldObject,
    Buffer.from('}}'),
  ]);
}

async function post(
  client: CallParts['client'],
  { name, webhook, timeoutMs: configuredMs }: Invocation['registered'],
  timeoutMs: number,
  review: Buffer,
): Promise<unknown> {
  try {
    return await client.post(webhook.clientConfig, review, { timeoutMs, query: `timeout=${configuredMs / 1_000}s` });
  } catch (error) {
    if (!(error instanceof WebhookError)) throw error;
    throw new CallFailed(name, `failed to call webhook: ${error.message}`, UNCALLED, error);
  }
}

function read(name: string, answer: unknown, sent: Parameters<typeof readReviewResponse>[1]): ReviewResponse {
  try {
    return readReviewResponse(answer, sent);
  } catch (error) {
    if (error instanceof UnreadableReview)
      throw new CallFailed(name, `failed to call webhook: ${error.message}`, UNCALLED, error);
    if (!(error instanceof InvalidReview)) throw error;
    throw new CallFailed(name, `received invalid webhook response: ${error.message}`, INVALID, error);
  }
}
