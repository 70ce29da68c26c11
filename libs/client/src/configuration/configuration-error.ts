/**
 * - `NotFound`: no file where one was named, or nothing at all to connect with.
 * - `Invalid`: a file that cannot be read as client configuration.
 * - `Unsupported`: a feature this client does not have.
 */
export type ConfigurationErrorCode = 'NotFound' | 'Invalid' | 'Unsupported';

/** The client configuration cannot be used. The message names the file and what to do. */
export class ConfigurationError extends Error {
  override readonly name = 'ConfigurationError';
  constructor(
    readonly code: ConfigurationErrorCode,
    message: string,
    options?: { cause?: unknown },
  ) {
    super(message, options);
  }
}
