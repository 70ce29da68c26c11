/** Why a transaction failed: LMDB rejects with an error that promises the real one. */
export async function reasonOfCommit(thrown: unknown): Promise<unknown> {
  const details = thrown instanceof Error && 'commitError' in thrown ? thrown.commitError : undefined;
  if (!(details instanceof Promise)) return thrown;
  return details.then(
    () => thrown,
    (reason: unknown) => reason,
  );
}
