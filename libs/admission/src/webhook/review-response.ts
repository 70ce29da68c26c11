import { isPlainObject } from '@orch/apimachinery';

/** Checked answer of a webhook. */
export interface ReviewResponse {
  readonly allowed: boolean;
  /** Operations of a JSON patch; undefined: none. */
  readonly patch: unknown;
  readonly result: Readonly<Record<string, unknown>> | undefined;
  readonly warnings: readonly string[];
  readonly auditAnnotations: Readonly<Record<string, string>>;
}

/** What the answer is compared with. */
export interface SentAdmissionReview {
  readonly apiVersion: string;
  readonly uid: string;
  readonly isMutating: boolean;
  /** Reviews of v1beta1 are not compared by type and uid. */
  readonly isStrict: boolean;
}

/** The answer of a webhook is not usable. */
export class InvalidReview extends Error {}

/** @throws InvalidReview with what is wrong, as the reference server words it. */
export function readReviewResponse(answer: unknown, sent: SentAdmissionReview): ReviewResponse {
  const review: Readonly<Record<string, unknown>> = isPlainObject(answer) ? answer : {};
  const { response } = review;
  if (!isPlainObject(response)) throw new InvalidReview('webhook response was absent');
  if (sent.isStrict) checkIdentity(review, response, sent);
  return {
    allowed: response['allowed'] === true,
    patch: patchOf(response, sent),
    result: isPlainObject(response['status']) ? response['status'] : undefined,
    warnings: Array.isArray(response['warnings']) ? response['warnings'].filter(isText) : [],
    auditAnnotations: textsOf(response['auditAnnotations']),
  };
}

function checkIdentity(
  review: Readonly<Record<string, unknown>>,
  response: Readonly<Record<string, unknown>>,
  { apiVersion, uid }: SentAdmissionReview,
): void {
  if (response['uid'] !== uid)
    throw new InvalidReview(
      `expected response.uid=${JSON.stringify(uid)}, got ${JSON.stringify(response['uid'] ?? '')}`,
    );
  if (review['apiVersion'] !== apiVersion || review['kind'] !== 'AdmissionReview') {
    throw new InvalidReview(
      `expected webhook response of ${apiVersion}, Kind=AdmissionReview, got ${textOf(review['apiVersion'])}, Kind=${textOf(review['kind'])}`,
    );
  }
}

function patchOf(response: Readonly<Record<string, unknown>>, { isMutating, isStrict }: SentAdmissionReview): unknown {
  const patch = textOf(response['patch']);
  const type = response['patchType'] ?? undefined;
  if (!isMutating) {
    if (!isStrict) return undefined;
    if (patch !== '') throw new InvalidReview('validating webhook may not return response.patch');
    if (type !== undefined) throw new InvalidReview('validating webhook may not return response.patchType');
    return undefined;
  }
  if (isStrict) {
    if (patch !== '' && type === undefined)
      throw new InvalidReview('webhook returned response.patch but not response.patchType');
    if (patch === '' && type !== undefined)
      throw new InvalidReview('webhook returned response.patchType but not response.patch');
    if (type !== undefined && type !== 'JSONPatch')
      throw new InvalidReview(
        type === ''
          ? 'webhook returned invalid response.patchType of ""'
          : `unsupported patch type ${JSON.stringify(type)}`,
      );
  }
  if (patch === '') return undefined;
  try {
    return JSON.parse(Buffer.from(patch, 'base64').toString('utf8')) as unknown;
  } catch (cause) {
    throw new InvalidReview('the patch of the webhook is not JSON', { cause });
  }
}

const isText = (value: unknown): value is string => typeof value === 'string';
const textOf = (value: unknown): string => (isText(value) ? value : '');

const textsOf = (value: unknown): Readonly<Record<string, string>> =>
  isPlainObject(value)
    ? Object.fromEntries(Object.entries(value).filter((e): e is [string, string] => isText(e[1])))
    : {};
