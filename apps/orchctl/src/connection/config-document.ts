import type { ConfigFile } from '@orch/client';

/** Long values without secrets: omitted for readability. */
const OMITTED = 'DATA+OMITTED';
const REDACTED = 'REDACTED';

const LONG_KEYS = new Set(['certificate-authority-data', 'client-certificate-data']);
const SECRET_KEYS = new Set([
  'client-key-data', 'token', 'password', 'auth-provider-token', 'id-token', 'refresh-token', 'access-token', 'client-secret',
]); // prettier-ignore

/** The document of a configuration, as a file holds it. @param raw with secrets and certificates. */
export function configDocument(file: ConfigFile, raw: boolean): object {
  const shown = raw ? (value: unknown): unknown => value : redacted;
  const list = (key: string, named: readonly { readonly name: string; readonly entry: object }[]) =>
    named.map(({ name, entry }) => ({ [key]: shown(entry), name }));
  return {
    apiVersion: 'v1',
    clusters: list('cluster', file.clusters),
    contexts: list('context', file.contexts),
    'current-context': file.currentContext ?? '',
    kind: 'Config',
    users: list('user', file.users),
  };
}

/** Secrets by the name of their key, at any depth; values of `env` of a plugin too, which often hold one. */
function redacted(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(redacted);
  if (typeof value !== 'object' || value === null) return value;
  return Object.fromEntries(
    Object.entries(value).map(([key, item]: [string, unknown]) => {
      if (LONG_KEYS.has(key)) return [key, OMITTED];
      if (SECRET_KEYS.has(key)) return [key, REDACTED];
      if (key === 'env' && Array.isArray(item)) return [key, item.map(redactedVariable)];
      return [key, redacted(item)];
    }),
  );
}

function redactedVariable(variable: unknown): unknown {
  return typeof variable === 'object' && variable !== null ? { ...variable, value: REDACTED } : REDACTED;
}
