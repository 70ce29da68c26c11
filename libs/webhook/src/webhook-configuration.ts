import { X509Certificate } from 'node:crypto';
import { createSecureContext } from 'node:tls';
import { errorMessage } from '@orch/apimachinery';
import {
  type ClientConfiguration,
  ConfigurationError,
  type HeaderCredentials,
  loadClientConfiguration,
} from '@orch/client';
import { UserFacingError, readTextSync } from '@orch/process';
import type { Vocabulary } from '@orch/vocabulary';

/**
 * Reads the address and credentials of a webhook: the current context of a client configuration file (B-074..B-077).
 * @param flag that names the file, for messages.
 * @throws UserFacingError when the file, or a certificate it names, cannot be used.
 */
export function loadWebhookConfiguration(
  flag: string,
  file: string,
  vocabulary: Vocabulary,
): ClientConfiguration<HeaderCredentials> {
  let configuration: ClientConfiguration;
  assertNoPipe(flag, file);
  try {
    configuration = loadClientConfiguration({ vocabulary, file });
  } catch (error) {
    if (!(error instanceof ConfigurationError)) throw error;
    throw new UserFacingError(`--${flag}: ${error.message}`, { cause: error });
  }
  const { credentials } = configuration;
  if (credentials.type === 'plugin') {
    throw new UserFacingError(`--${flag}: exec (credential plugins) in ${file} is not supported for webhooks`);
  }
  const { ca, cert, key } = configuration.tls;
  try {
    // Node silently accepts an unreadable CA certificate, and then trusts no server.
    if (ca !== undefined) void new X509Certificate(ca);
    createSecureContext({ cert, key });
  } catch (error) {
    const why = `${errorMessage(error)}: certificates and keys must be PEM, and a key that of its certificate`;
    throw new UserFacingError(`--${flag}: a certificate or key of ${file} cannot be used (${why})`, { cause: error });
  }
  return { ...configuration, credentials };
}

/** A server must not wait for the writer of a FIFO. Other problems of the file are reported by its reader. */
function assertNoPipe(flag: string, file: string): void {
  try {
    readTextSync(file);
  } catch (error) {
    const { code, message } = error as NodeJS.ErrnoException;
    if (code === 'EFTYPE') throw new UserFacingError(`--${flag}: ${message}`, { cause: error });
  }
}
