/** A file that cannot be used. The message has all that is wrong with it, and goes on after the file's name. */
export class AuthenticationConfigurationError extends Error {
  override readonly name = 'AuthenticationConfigurationError';
}
