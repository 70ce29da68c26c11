import { errorMessage } from '@orch/apimachinery';
import { TransportError } from './transport-error.js';

/** Failures before a request can have reached the server. Any other leaves the outcome open. */
const UNREACHABLE = new Set([
  'ECONNREFUSED',
  'ENOTFOUND',
  'EAI_AGAIN',
  'EHOSTUNREACH',
  'ENETUNREACH',
  'EADDRNOTAVAIL',
  'UND_ERR_CONNECT_TIMEOUT',
]);

/** The server's certificate was rejected. */
const UNTRUSTED = new Set([
  'DEPTH_ZERO_SELF_SIGNED_CERT',
  'SELF_SIGNED_CERT_IN_CHAIN',
  'UNABLE_TO_VERIFY_LEAF_SIGNATURE',
  'UNABLE_TO_GET_ISSUER_CERT',
  'UNABLE_TO_GET_ISSUER_CERT_LOCALLY',
  'CERT_SIGNATURE_FAILURE',
  'CERT_UNTRUSTED',
  'CERT_HAS_EXPIRED',
  'CERT_NOT_YET_VALID',
  'ERR_TLS_CERT_ALTNAME_INVALID',
]);

/** Maps a socket error to a `TransportError`. */
export function connectionFailure(err: unknown, server: string): TransportError {
  if (err instanceof TransportError) return err;
  const code = codeOf(err);
  const text = errorMessage(err);
  if (UNTRUSTED.has(code)) {
    return new TransportError(
      'Unreachable',
      `${server}: the server's certificate is not trusted (${text}): check certificate-authority and tls-server-name`,
      { cause: err },
    );
  }
  if (UNREACHABLE.has(code) || code.startsWith('ERR_SSL_') || code.startsWith('ERR_TLS_')) {
    return new TransportError('Unreachable', `${server}: cannot connect (${text || code})`, { cause: err });
  }
  return new TransportError('Interrupted', `${server}: the connection broke (${text || code})`, { cause: err });
}

const codeOf = (err: unknown): string =>
  typeof err === 'object' && err !== null && 'code' in err && typeof err.code === 'string' ? err.code : '';
