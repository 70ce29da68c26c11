/** A refusal without an `ApiError`: its code is defined by HTTP only. */
export interface RawRefusal {
  readonly code: number;
  readonly reason: string;
  readonly message: string;
}

/** The body of an answer before there is a request: a Status, as for every error (C-266). */
export const rawStatus = ({ code, reason, message }: RawRefusal): string =>
  JSON.stringify({ kind: 'Status', apiVersion: 'v1', metadata: {}, status: 'Failure', message, reason, code });
