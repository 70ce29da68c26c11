import { createHash } from 'node:crypto';
import type { IncomingMessage } from 'node:http';
import { ApiError } from '@orch/apimachinery';
import { offeredProtocols, PROTOCOLS_HEADER } from '@orch/http';

/** GUID appended to the key of a handshake (RFC 6455, section 1.3). */
const MAGIC = '258EAFA5-E914-47DA-95CA-C5AB0DC85B11';
const KEY = /^[A-Za-z0-9+/]{22}==$/;
const VERSION = '13';
const TOKEN = /^[!#$%&'*+.^_`|~0-9A-Za-z-]+$/;

/**
 * Validates the request that opens a WebSocket, and returns the response headers.
 * @throws ApiError BadRequest for an invalid one; Forbidden for a page of another site, whose browser may hold
 * credentials.
 */
export function webSocketHandshake({ headers, method }: IncomingMessage): string {
  const key = headers['sec-websocket-key'];
  if (method !== 'GET' || key === undefined || !KEY.test(key)) {
    throw ApiError.badRequest('a WebSocket is opened by a GET with a Sec-WebSocket-Key of 16 bytes');
  }
  if (headers['sec-websocket-version'] !== VERSION) {
    throw ApiError.badRequest(`the Sec-WebSocket-Version must be ${VERSION}`);
  }
  if (headers.origin !== undefined && hostOf(headers.origin) !== headers.host?.toLowerCase()) {
    throw new ApiError('Forbidden', 'pages of another site may not open a WebSocket here');
  }
  // Browsers close a WebSocket whose server accepts none of the offered subprotocols.
  const [protocol] = offeredProtocols(String(headers[PROTOCOLS_HEADER] ?? '')).others;
  if (protocol !== undefined && !TOKEN.test(protocol)) throw ApiError.badRequest('a subprotocol must be an HTTP token');
  const chosen = protocol === undefined ? '' : `Sec-WebSocket-Protocol: ${protocol}\r\n`;
  const accept = createHash('sha1').update(`${key}${MAGIC}`).digest('base64');
  return `HTTP/1.1 101 Switching Protocols\r\nUpgrade: websocket\r\nConnection: Upgrade\r\nSec-WebSocket-Accept: ${accept}\r\n${chosen}`;
}

const hostOf = (origin: string): string | undefined => (URL.canParse(origin) ? new URL(origin).host : undefined);
