/** A configuration file of admission that cannot be used. The message lists all errors. */
export class AdmissionConfigurationError extends Error {
  override readonly name = 'AdmissionConfigurationError';
}
