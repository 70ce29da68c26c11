const failures = new WeakSet<Error>();

/** The answer to a write that is stored. @throws as `answer` does: then {@link isAnswerFailure} is true for the error. */
export async function answerOfStored<T>(answer: Promise<T>): Promise<T> {
  try {
    return await answer;
  } catch (error) {
    if (error instanceof Error) failures.add(error);
    throw error;
  }
}

/** Whether the write that failed with this error is stored: only its answer could not be made. */
export const isAnswerFailure = (error: unknown): boolean => error instanceof Error && failures.has(error);
