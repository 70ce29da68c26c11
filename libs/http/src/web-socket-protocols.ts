import { vocabularies } from '@orch/vocabulary';

/** The header in which a client offers subprotocols, in order of preference (RFC 6455, section 11.3.4). */
export const PROTOCOLS_HEADER = 'sec-websocket-protocol';

/** Of all vocabularies: a client does not know that of the server. */
const TOKEN_PREFIXES = Object.values(vocabularies).map(({ webSocketTokenPrefix }) => webSocketTokenPrefix);

/** Subprotocols offered by a client. */
export interface OfferedProtocols {
  /** The bearer tokens in the subprotocols that carry one: base64url. Secret. */
  readonly tokens: readonly string[];
  /** All others. */
  readonly others: readonly string[];
}

/** @param header all values of the header, joined by commas. */
export function offeredProtocols(header: string): OfferedProtocols {
  const tokens: string[] = [];
  const others: string[] = [];
  for (const part of header.split(',')) {
    const protocol = part.trim();
    const prefix = TOKEN_PREFIXES.find((known) => protocol.toLowerCase().startsWith(known));
    if (prefix !== undefined) tokens.push(protocol.slice(prefix.length));
    else if (protocol !== '') others.push(protocol);
  }
  return { tokens, others };
}
