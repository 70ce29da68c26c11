/** Certificates that cannot be used as they are. The text names the flag or the files, and what to do. */
export class TlsMaterialError extends Error {
  override readonly name = 'TlsMaterialError';
}
