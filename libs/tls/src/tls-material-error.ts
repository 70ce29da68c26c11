/** Invalid certificates. The text names the flag or the files, and the remedy. */
export class TlsMaterialError extends Error {
  override readonly name = 'TlsMaterialError';
}
