/**
 * Something that goes wrong without a bug of ours: a port that is taken, a file that is missing. The message is one line and
 * says what to do, so it is all that the log shows; `cause` is shown from `--log-level=debug` on. Status 1.
 */
export class UserFacingError extends Error {
  override readonly name: string = 'UserFacingError';
}
