import { WebhookError } from '../webhook-error.js';

/** Reasons of certificates that are not trusted, in the words of other clients of this API. */
const UNTRUSTED: Readonly<Record<string, string>> = {
  DEPTH_ZERO_SELF_SIGNED_CERT: 'x509: certificate signed by unknown authority',
  SELF_SIGNED_CERT_IN_CHAIN: 'x509: certificate signed by unknown authority',
  UNABLE_TO_GET_ISSUER_CERT: 'x509: certificate signed by unknown authority',
  UNABLE_TO_GET_ISSUER_CERT_LOCALLY: 'x509: certificate signed by unknown authority',
  UNABLE_TO_VERIFY_LEAF_SIGNATURE: 'x509: certificate signed by unknown authority',
  CERT_HAS_EXPIRED: 'x509: certificate has expired or is not yet valid',
  CERT_NOT_YET_VALID: 'x509: certificate has expired or is not yet valid',
  ERR_TLS_CERT_ALTNAME_INVALID: 'x509: certificate is not valid for the name of the webhook',
};

/** Why a webhook could not be called, as clients of this API know it: `Post "URL": dial tcp 127.0.0.1:1: connect: connection refused`. */
export function callFailure(url: string, error: unknown): WebhookError {
  return new WebhookError(`Post ${JSON.stringify(url)}: ${reasonOf(error)}`, { cause: error });
}

/** Why a connection failed, as clients of this API know it: `dial tcp 127.0.0.1:1: connect: connection refused`. */
export function reasonOf(error: unknown): string {
  // Node tries the addresses of a host in turn.
  const failed = error instanceof AggregateError && error.errors.length > 0 ? (error.errors[0] as unknown) : error;
  const { code = '', address, port, hostname } = failed as NodeJS.ErrnoException & Partial<Attempt>;
  const untrusted = UNTRUSTED[code];
  if (untrusted !== undefined) return `tls: failed to verify certificate: ${untrusted}`;
  const at = address === undefined ? '' : ` ${address.includes(':') ? `[${address}]` : address}:${port}`;
  switch (code) {
    case 'ECONNREFUSED':
      return `dial tcp${at}: connect: connection refused`;
    case 'ENOTFOUND':
    case 'EAI_AGAIN':
      return `dial tcp: lookup ${hostname ?? ''}: no such host`;
    case 'ETIMEDOUT':
    case 'UND_ERR_CONNECT_TIMEOUT':
      return `dial tcp${at}: i/o timeout`;
    case 'ECONNRESET':
      return 'read: connection reset by peer';
    case 'UND_ERR_SOCKET':
      return 'EOF';
    default:
      return error instanceof Error ? error.message : String(error);
  }
}

interface Attempt {
  readonly address: string;
  readonly port: number;
  readonly hostname: string;
}
