/** An invalid file. The message has all problems, to be appended to the file's name. */
export class AuthenticationConfigurationError extends Error {
  override readonly name = 'AuthenticationConfigurationError';
}
