/**
 * - `NotFound`: a named file does not exist, or there is no configuration at all.
 * - `Invalid`: a file that cannot be read as client configuration.
 * - `Unsupported`: a feature this client does not have.
 * - `PluginFailed`: a credential plugin could not be run, or did not give a credential; the next request runs it again.
 */
export type ConfigurationErrorCode = 'NotFound' | 'Invalid' | 'Unsupported' | 'PluginFailed';

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
