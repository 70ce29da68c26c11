import { isPlainObject, jsonTypeOf } from '@orch/apimachinery';
import { wrongReviewType, wrongReviewUid } from '@orch/webhook';

/** A patch as a webhook sent it. */
export interface WebhookPatch {
  /** Not parsed. */
  readonly json: Buffer;
  readonly type: string;
}

/** Checked answer of a webhook. */
export interface ReviewResponse {
  readonly allowed: boolean;
  readonly patch: WebhookPatch | undefined;
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

/** What is passed on of one answer: more than clients and audit records hold. */
const MAX_WARNINGS = 256;
const MAX_ANNOTATIONS = 256;

/** The answer of a webhook is not usable. */
export class InvalidReview extends Error {}

/** The answer of a webhook is not a review: it has members of other types. */
export class UnreadableReview extends Error {}

/** @throws UnreadableReview, InvalidReview with what is wrong, as the reference server words it. */
export function readReviewResponse(answer: unknown, sent: SentAdmissionReview): ReviewResponse {
  const review = reviewOf(answer, sent);
  const { response } = review;
  if (!isPlainObject(response)) throw new InvalidReview('webhook response was absent');
  checkTypes(response);
  const identity = { ...sent, kind: 'AdmissionReview' };
  const wrong = sent.isStrict ? (wrongReviewUid(response, identity) ?? wrongReviewType(review, identity)) : undefined;
  if (wrong !== undefined) throw new InvalidReview(wrong);
  return {
    allowed: response['allowed'] === true,
    patch: patchOf(response, sent),
    result: isPlainObject(response['status']) ? response['status'] : undefined,
    warnings: Array.isArray(response['warnings']) ? response['warnings'].slice(0, MAX_WARNINGS).filter(isText) : [],
    auditAnnotations: textsOf(response['auditAnnotations']),
  };
}

function patchOf(response: Fields, { isMutating, isStrict }: SentAdmissionReview): WebhookPatch | undefined {
  const text = textOf(response['patch']);
  const type = response['patchType'] ?? undefined;
  if (!isMutating) {
    if (!isStrict) return undefined;
    if (text !== '') throw new InvalidReview('validating webhook may not return response.patch');
    if (type !== undefined) throw new InvalidReview('validating webhook may not return response.patchType');
    return undefined;
  }
  if (isStrict) {
    if (text !== '' && type === undefined)
      throw new InvalidReview('webhook returned response.patch but not response.patchType');
    if (text === '' && type !== undefined)
      throw new InvalidReview('webhook returned response.patchType but not response.patch');
    if (type === '') throw new InvalidReview('webhook returned invalid response.patchType of ""');
  }
  if (text === '') return undefined;
  return { json: Buffer.from(text, 'base64'), type: textOf(type) || 'JSONPatch' };
}

/** @throws UnreadableReview for another type of JSON than an object, and for another kind. */
function reviewOf(answer: unknown, { apiVersion }: SentAdmissionReview): Fields {
  if (!isPlainObject(answer)) throw new UnreadableReview(noType(jsonTypeOf(answer)));
  const [version, kind] = [textOf(answer['apiVersion']), textOf(answer['kind'])];
  if (version === '' || kind === '' || (version === apiVersion && kind === KIND)) return answer;
  throw new UnreadableReview(
    `converting (${shortVersion(version)}.${kind}) to (${shortVersion(apiVersion)}.${KIND}): unknown conversion`,
  );
}

const KIND = 'AdmissionReview';
const shortVersion = (apiVersion: string): string => apiVersion.slice(apiVersion.indexOf('/') + 1);
const noType = (type: string): string =>
  `couldn't get version/kind; json parse error: json: cannot unmarshal ${type} into Go value of type struct { APIVersion string "json:\\"apiVersion,omitempty\\""; Kind string "json:\\"kind,omitempty\\"" }`;

/** @throws UnreadableReview for members of other types. */
function checkTypes(response: Fields): void {
  const { allowed, patch } = response;
  if (allowed !== undefined && allowed !== null && typeof allowed !== 'boolean')
    throw new UnreadableReview(
      `json: cannot unmarshal ${jsonTypeOf(allowed)} into Go struct field AdmissionResponse.response.allowed of type bool`,
    );
  const wrong = textOf(patch).search(/[^A-Za-z0-9+/=\r\n]/);
  if (wrong >= 0) throw new UnreadableReview(`illegal base64 data at input byte ${wrong}`);
}

type Fields = Readonly<Record<string, unknown>>;

const isText = (value: unknown): value is string => typeof value === 'string';
const textOf = (value: unknown): string => (isText(value) ? value : '');

const textsOf = (value: unknown): Readonly<Record<string, string>> =>
  isPlainObject(value)
    ? Object.fromEntries(
        Object.entries(value)
          .slice(0, MAX_ANNOTATIONS)
          .filter((e): e is [string, string] => isText(e[1])),
      )
    : {};
