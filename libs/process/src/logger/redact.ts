import { types } from 'node:util';

/** Replaces a secret. */
export const REDACTED = '[redacted]';

/** Field names that hold a credential at any depth, in lower case without `-` and `_`. */
const SECRET_NAMES = new Set([
  'authorization', 'proxyauthorization', 'cookie', 'setcookie', 'token', 'accesstoken', 'idtoken', 'refreshtoken',
  'bearertoken', 'password', 'passwd', 'secret', 'clientsecret', 'tokensecret', 'privatekey', 'clientkeydata', 'stringdata',
]); // prettier-ignore

const BEARER = /\b(bearer|basic)\s+[A-Za-z0-9._~+/=-]+/gi;
/** User and password of an address, such as `redis://user:password@host`. */
const USER_INFO = /([a-z0-9+.-]:\/\/)[^\s/?#@]+@/gi;
/** Without its end too: a search for the end from each beginning would take quadratic time. */
const PEM_KEY = /-----BEGIN [A-Z ]*PRIVATE KEY-----(?:[\s\S]*?-----END [A-Z ]*PRIVATE KEY-----|[\s\S]*)/g;

/** Deeper than anything worth a log line; ends cycles too. */
const MAX_DEPTH = 8;

/**
 * A copy without secrets: values under the names above, `data` of a Secret, credentials and private keys inside text.
 * Errors become their stack with causes. Source: SECURITY.md, what is logged.
 */
export function redact(value: unknown, depth = 0): unknown {
  if (typeof value === 'string') return redactText(value);
  if (typeof value === 'bigint') return value.toString();
  if (typeof value !== 'object' || value === null) return value;
  if (types.isNativeError(value)) return redactText(errorText(value));
  if (value instanceof Date) return value.toISOString();
  if (depth >= MAX_DEPTH) return '[deep]';
  if (Array.isArray(value)) return value.map((item) => redact(item, depth + 1));
  if (ArrayBuffer.isView(value)) return `[${value.byteLength} bytes]`;
  const isSecret = (value as { readonly kind?: unknown }).kind === 'Secret';
  const copy: [string, unknown][] = [];
  for (const [name, item] of Object.entries(value)) {
    const hidden = item !== undefined && (isSecretName(name) || (isSecret && name === 'data'));
    copy.push([name, hidden ? REDACTED : redact(item, depth + 1)]);
  }
  return Object.fromEntries(copy);
}

/** Takes credentials, those in addresses too, and private keys out of free text. */
export function redactText(text: string): string {
  return text.replace(BEARER, `$1 ${REDACTED}`).replace(USER_INFO, `$1${REDACTED}@`).replace(PEM_KEY, REDACTED);
}

function isSecretName(name: string): boolean {
  return SECRET_NAMES.has(name.toLowerCase().replaceAll('-', '').replaceAll('_', ''));
}

function errorText(error: Error): string {
  const own = error.stack ?? `${error.name}: ${error.message}`;
  return error.cause === undefined ? own : `${own}\ncaused by: ${causeText(error.cause)}`;
}

function causeText(cause: unknown): string {
  return types.isNativeError(cause) ? errorText(cause) : String(cause);
}
