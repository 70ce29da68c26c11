/** The name segment of a proxy path. */
export interface ProxyName {
  readonly tls: boolean;
  readonly name: string;
  /** Number or name of a port; empty when none is given. */
  readonly port: string;
}

/** Reads `name`, `name:port` or `scheme:name:port` (C-022); undefined for anything else. */
export function readProxyName(text: string): ProxyName | undefined {
  const parts = text.split(':');
  if (parts.length > 3) return undefined;
  const scheme = parts.length === 3 ? parts[0]! : '';
  const [name = '', port = ''] = parts.length === 3 ? parts.slice(1) : parts;
  if (name === '' || !SCHEMES.has(scheme)) return undefined;
  return { tls: scheme === 'https', name, port };
}

const SCHEMES: ReadonlySet<string> = new Set(['', 'http', 'https']);
