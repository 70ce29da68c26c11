import { ApiError } from '@orch/apimachinery';
import { ConversionError } from '../errors/conversion-error.js';

const failures = new WeakSet<Error>();

/**
 * The answer to a write that is stored.
 * @throws as `answer` does, but no error after which clients repeat the request: then {@link isAnswerFailure} is true for the error.
 */
export async function answerOfStored<T>(answer: Promise<T>): Promise<T> {
  try {
    return await answer;
  } catch (error) {
    const failure = isRetried(error) ? unanswered(error) : error;
    if (failure instanceof Error) failures.add(failure);
    throw failure;
  }
}

/** Whether the write that failed with this error is stored: only its answer could not be made. */
export const isAnswerFailure = (error: unknown): boolean => error instanceof Error && failures.has(error);

/** Clients repeat requests after such an error, also those that create an object with a generated name. */
const isRetried = (error: unknown): error is ApiError =>
  error instanceof ApiError && error.details?.retryAfterSeconds !== undefined;

const unanswered = (error: ApiError): ConversionError =>
  new ConversionError(`the object is stored, but could not be converted for the answer: ${error.message}`, error);
