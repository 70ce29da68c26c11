/** The parts of a `Status` that the page reads. */
export interface Status {
  readonly kind: 'Status';
  readonly code?: number;
  readonly reason?: string;
  readonly message?: string;
  readonly metadata?: { readonly continue?: string };
  readonly details?: {
    readonly kind?: string;
    readonly causes?: readonly { readonly field?: string; readonly message?: string; readonly reason?: string }[];
    readonly retryAfterSeconds?: number;
  };
}

/** An answer other than 2xx, or none: then `code` is 0. */
export class ApiFailure extends Error {
  override readonly name = 'ApiFailure';

  constructor(
    readonly code: number,
    message: string,
    readonly status: Status | null = null,
  ) {
    super(message);
  }

  /** The server did not answer, or could not at this moment: the same request may succeed later. */
  get isTemporary(): boolean {
    return this.code === 0 || this.code === 429 || this.code >= 500;
  }
}

/** Whatever was thrown, as a failure with a text for people. */
export function failureOf(thrown: unknown): ApiFailure {
  if (thrown instanceof ApiFailure) return thrown;
  return new ApiFailure(-1, thrown instanceof Error ? thrown.message : String(thrown));
}
