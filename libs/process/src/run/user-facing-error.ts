/**
 * An error that is not a bug: a port in use, a missing file. The message is one line and
 * says what to do, so it is all that the log shows; `cause` is shown at `--log-level=debug`. Status 1.
 */
export class UserFacingError extends Error {
  override readonly name: string = 'UserFacingError';
}
