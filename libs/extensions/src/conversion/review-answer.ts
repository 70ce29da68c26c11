import { isPlainObject, type ApiObject } from '@orch/apimachinery';
import { wrongReviewType, wrongReviewUid } from '@orch/webhook';
import { restoreMetadata } from './restore-metadata.js';

/** A ConversionReview that was sent. */
export interface SentReview {
  readonly apiVersion: string;
  readonly uid: string;
  /** Version to convert to: `example.com/v1`. */
  readonly desired: string;
  readonly objects: readonly ApiObject[];
  /** Reviews of v1beta1 are not compared by type and uid. */
  readonly isStrict: boolean;
}

/**
 * The converted objects of an answer, in order, with the metadata of the originals: a webhook may change labels and annotations only. Each object is a
 * step: it may have a hundred thousand labels.
 * @throws Error with what is wrong, as the reference server words it.
 */
export function* convertedObjects(answer: unknown, sent: SentReview): Generator<undefined, readonly ApiObject[]> {
  const review: Readonly<Record<string, unknown>> = isPlainObject(answer) ? answer : {};
  if (sent.isStrict) refuse(wrongReviewType(review, { ...sent, kind: 'ConversionReview' }));
  const { response } = review;
  if (!isPlainObject(response)) throw new Error('no response provided');
  if (sent.isStrict) refuse(wrongReviewUid(response, sent));
  checkResult(response['result']);
  const converted = Array.isArray(response['convertedObjects']) ? (response['convertedObjects'] as unknown[]) : [];
  if (converted.length !== sent.objects.length)
    throw new WrongCount(`returned ${converted.length} objects, expected ${sent.objects.length}`);
  const checked: ApiObject[] = [];
  for (const [at, object] of converted.entries()) {
    if (at > 0) yield;
    checked.push(checkedObject(object, sent, at));
  }
  return checked;
}

function refuse(why: string | undefined): void {
  if (why !== undefined) throw new Error(why);
}

/** The number of objects differs: its text follows "conversion webhook for TYPE" directly. */
export class WrongCount extends Error {}

/** Longest text of an answer that a message quotes. Unit: characters. */
const MAX_TEXT = 64 * 1_024;

function checkResult(result: unknown): void {
  const { status, message } = isPlainObject(result) ? result : {};
  if (status === 'Success') return;
  if (typeof message === 'string' && message !== '') throw new Error(message.slice(0, MAX_TEXT));
  const shown = typeof status === 'string' ? status.slice(0, MAX_TEXT) : '';
  throw new Error(`response.result.status was '${shown}', not 'Success'`);
}

function checkedObject(converted: unknown, { objects, desired }: SentReview, at: number): ApiObject {
  const original = objects[at]!;
  // kube-apiserver words the answer for one object in another way than for a list.
  const isOne = objects.length === 1;
  const invalidType = (why: string): WrongObject =>
    new WrongObject(`returned invalid ${isOne ? 'object' : 'converted object'} at index ${at}: ${why}`);
  const invalid = (why: string): WrongObject =>
    new WrongObject(`returned invalid ${isOne ? 'object' : `converted object at index ${at}`}: ${why}`);
  const invalidMetadata = (why: string): WrongObject =>
    new WrongObject(`returned invalid metadata${isOne ? '' : ` in object at index ${at}`}: ${why}`);
  if (!isPlainObject(converted)) throw invalidType('is not an object');
  const { apiVersion, kind, metadata } = converted;
  if (apiVersion !== desired)
    throw invalidType(`invalid groupVersion (expected ${desired}, received ${textOf(apiVersion)})`);
  if (kind !== original.kind) throw invalidType(`invalid kind (expected ${original.kind}, received ${textOf(kind)})`);
  for (const [member, name] of IDENTITY) {
    const [expected, got] = [original.metadata[member] ?? '', isPlainObject(metadata) ? (metadata[member] ?? '') : ''];
    if (expected !== got) throw invalid(`must have the same ${name}: ${expected} != ${textOf(got)}`);
  }
  if (!isPlainObject(metadata)) throw invalidMetadata('missing metadata in converted object');
  try {
    return { ...converted, metadata: restoreMetadata(original.metadata, metadata) } as unknown as ApiObject;
  } catch (error) {
    throw invalidMetadata((error as Error).message);
  }
}

/** One object is wrong: its text follows "conversion webhook for TYPE" directly. */
export class WrongObject extends Error {}

const IDENTITY = [
  ['name', 'name'],
  ['namespace', 'namespace'],
  ['uid', 'UID'],
] as const;

const textOf = (value: unknown): string => (typeof value === 'string' ? value : '');
