type Fields = Readonly<Record<string, unknown>>;

/** What an answer must repeat of the review that was sent. */
export interface ReviewIdentity {
  readonly apiVersion: string;
  readonly kind: string;
  readonly uid: string;
}

/** Why the type of an answer is not that of the review, as the reference server words it; undefined when it is. */
export function wrongReviewType(answer: Fields, { apiVersion, kind }: Omit<ReviewIdentity, 'uid'>): string | undefined {
  if (answer['apiVersion'] === apiVersion && answer['kind'] === kind) return undefined;
  const got = typeText(answer['apiVersion'], answer['kind']);
  return `expected webhook response of ${typeText(apiVersion, kind)}, got ${got}`;
}

/** Why the `uid` of a response is not that of the review; undefined when it is. */
export const wrongReviewUid = (response: Fields, { uid }: Pick<ReviewIdentity, 'uid'>): string | undefined =>
  response['uid'] === uid
    ? undefined
    : `expected response.uid=${JSON.stringify(uid)}, got ${JSON.stringify(response['uid'] ?? '')}`;

const textOf = (value: unknown): string => (typeof value === 'string' ? value : '');

const typeText = (apiVersion: unknown, kind: unknown): string => `${textOf(apiVersion)}, Kind=${textOf(kind)}`;
