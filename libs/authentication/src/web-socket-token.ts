import { isWebSocketRequest, offeredProtocols, PROTOCOLS_HEADER } from '@orch/http';
import { type Authenticator, InvalidCredential, type TokenAuthenticator } from './authenticator.js';

const BASE64URL = /^[A-Za-z0-9_-]*$/;
const UTF8 = new TextDecoder('utf-8', { fatal: true, ignoreBOM: true });

/**
 * Reads a bearer token from the subprotocols of a WebSocket: browsers can send it nowhere else. At least one other
 * subprotocol must be offered, since the answer selects one, and never the token.
 * @param tokens readers of bearer tokens.
 */
export const webSocketTokenAuthenticator = (
  tokens: TokenAuthenticator,
  apiAudiences: readonly string[],
): Authenticator => ({
  name: 'webSocketToken',
  authenticate: (request) => {
    const { headers, raw } = request;
    const header = headers[PROTOCOLS_HEADER];
    if (header === undefined || !isWebSocketRequest(raw)) return undefined;
    const offered = offeredProtocols(String(header));
    if (offered.tokens.length === 0) return undefined;
    if (offered.tokens.length > 1) throw new InvalidCredential('several subprotocols carry a bearer token');
    const token = decoded(offered.tokens[0]!);
    if (token === '') return undefined;
    if (offered.others.length === 0)
      throw new InvalidCredential('no subprotocol in addition to the one with the bearer token');
    const found = tokens.authenticateToken(token, apiAudiences, request);
    return found instanceof Promise ? found.then((identity) => identity?.user) : found?.user;
  },
});

function decoded(encoded: string): string {
  if (!BASE64URL.test(encoded) || encoded.length % 4 === 1) {
    throw new InvalidCredential('the bearer token in the subprotocols is not base64url without padding');
  }
  try {
    return UTF8.decode(Buffer.from(encoded, 'base64url'));
  } catch {
    throw new InvalidCredential('the bearer token in the subprotocols is not UTF-8'); // the cause would quote it
  }
}
