/** Retrying cannot help; only a new `spec` can. The key is logged and left alone until its next change. */
export class TerminalError extends Error {
  override readonly name = 'TerminalError';
}
