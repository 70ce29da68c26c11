import { isPlainObject, type ApiObject } from '@orch/apimachinery';
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
 * The converted objects of an answer, in order, with the metadata of the originals: a webhook may change labels and annotations only.
 * @throws Error with what is wrong, as the reference server words it.
 */
export function convertedObjects(answer: unknown, sent: SentReview): readonly ApiObject[] {
  const review: Readonly<Record<string, unknown>> = isPlainObject(answer) ? answer : {};
  if (sent.isStrict && (review['apiVersion'] !== sent.apiVersion || review['kind'] !== 'ConversionReview')) {
    throw new Error(
      `expected webhook response of ${typeText(sent.apiVersion, 'ConversionReview')}, got ${typeText(review['apiVersion'], review['kind'])}`,
    );
  }
  const { response } = review;
  if (!isPlainObject(response)) throw new Error('no response provided');
  if (sent.isStrict && response['uid'] !== sent.uid)
    throw new Error(`expected response.uid=${JSON.stringify(sent.uid)}, got ${JSON.stringify(response['uid'] ?? '')}`);
  checkResult(response['result']);
  const converted = Array.isArray(response['convertedObjects']) ? (response['convertedObjects'] as unknown[]) : [];
  if (converted.length !== sent.objects.length)
    throw new WrongCount(`returned ${converted.length} objects, expected ${sent.objects.length}`);
  return converted.map((object, at) => checkedObject(object, sent, at));
}

/** The number of objects differs: its text follows "conversion webhook for TYPE" directly. */
export class WrongCount extends Error {}

function checkResult(result: unknown): void {
  const { status, message } = isPlainObject(result) ? result : {};
  if (status === 'Success') return;
  if (typeof message === 'string' && message !== '') throw new Error(message);
  throw new Error(`response.result.status was '${typeof status === 'string' ? status : ''}', not 'Success'`);
}

function checkedObject(converted: unknown, { objects, desired }: SentReview, at: number): ApiObject {
  const original = objects[at]!;
  const invalid = (why: string): WrongObject =>
    new WrongObject(`returned invalid converted object at index ${at}: ${why}`);
  if (!isPlainObject(converted)) throw invalid('is not an object');
  const { apiVersion, kind, metadata } = converted;
  if (apiVersion !== desired)
    throw invalid(`invalid groupVersion (expected ${desired}, received ${textOf(apiVersion)})`);
  if (kind !== original.kind) throw invalid(`invalid kind (expected ${original.kind}, received ${textOf(kind)})`);
  if (!isPlainObject(metadata))
    throw new WrongObject(`returned invalid metadata in object at index ${at}: missing metadata in converted object`);
  for (const [member, name] of IDENTITY) {
    const [expected, got] = [original.metadata[member] ?? '', metadata[member] ?? ''];
    if (expected !== got) throw invalid(`must have the same ${name}: ${expected} != ${textOf(got)}`);
  }
  try {
    return { ...converted, metadata: restoreMetadata(original.metadata, metadata) } as unknown as ApiObject;
  } catch (error) {
    throw new WrongObject(`returned invalid metadata in object at index ${at}: ${(error as Error).message}`);
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

const typeText = (apiVersion: unknown, kind: unknown): string => `${textOf(apiVersion)}, Kind=${textOf(kind)}`;
