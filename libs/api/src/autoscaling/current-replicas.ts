/** A status in a version that requires `currentReplicas`: the stored version omits 0. */
export const withCurrentReplicas = <Status extends object>(status: Status): Status & { currentReplicas: number } => ({
  currentReplicas: 0,
  ...status,
});

/** The status in the stored version. */
export function withoutZeroReplicas<Status extends { readonly currentReplicas?: number }>(status: Status): object {
  const { currentReplicas, ...rest } = status;
  return currentReplicas === 0 ? rest : status;
}
