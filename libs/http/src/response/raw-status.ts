/** A refusal that no `ApiError` stands for: its code is known to HTTP alone. */
export interface RawRefusal {
  readonly code: number;
  readonly reason: string;
  readonly message: string;
}

/** The body of an answer that is given before there is a request: as every error (C-266). */
export const rawStatus = ({ code, reason, message }: RawRefusal): string =>
  JSON.stringify({ kind: 'Status', apiVersion: 'v1', metadata: {}, status: 'Failure', message, reason, code });
