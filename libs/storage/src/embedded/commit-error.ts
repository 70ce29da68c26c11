/** The cause of a failed transaction: LMDB rejects with an error that holds the real one in a promise. */
export async function reasonOfCommit(thrown: unknown): Promise<unknown> {
  const details = thrown instanceof Error && 'commitError' in thrown ? thrown.commitError : undefined;
  if (!(details instanceof Promise)) return thrown;
  return details.then(
    () => thrown,
    (reason: unknown) => reason,
  );
}
