/** A permanent error, which only a change of the object can resolve. It is logged, and the key is not requeued. */
export class TerminalError extends Error {
  override readonly name = 'TerminalError';
}
