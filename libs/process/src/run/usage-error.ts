/** The user must change a flag or a file. The message is one line and says what; the process ends with status 2. */
export class UsageError extends Error {
  override readonly name = 'UsageError';
}
