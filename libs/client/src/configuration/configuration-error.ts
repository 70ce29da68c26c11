/**
 * - `NotFound`: a named file does not exist, or there is no configuration at all.
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
