/**
 * - `Unreachable`: no connection (refused, name not found, TLS handshake failed); nothing was done.
 * - `Interrupted`: the connection broke after the request was sent; the outcome of a write is unknown.
 * - `Deadline`: no answer within `timeoutMs`; the outcome of a write is unknown.
 * - `Protocol`: not an API response (not JSON, a line that is too long).
 */
export type TransportErrorCode = 'Unreachable' | 'Interrupted' | 'Deadline' | 'Protocol';

/** The server gave no answer. Branch on `code`. */
export class TransportError extends Error {
  override readonly name = 'TransportError';
  constructor(
    readonly code: TransportErrorCode,
    message: string,
    options?: { cause?: unknown },
  ) {
    super(message, options);
  }
}
