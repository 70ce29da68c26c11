import type { IncomingMessage } from 'node:http';
import { ApiError } from '@orch/apimachinery';
import { offeredProtocols, PROTOCOLS_HEADER } from '@orch/http';

const KEY = /^[A-Za-z0-9+/]{22}==$/;
const VERSION = '13';
const TOKEN = /^[!#$%&'*+.^_`|~0-9A-Za-z-]+$/;

/**
 * Validates the request that opens a WebSocket, so that a refusal is a Status.
 * @returns the subprotocol to accept; absent when the client offered none.
 * @throws ApiError BadRequest for an invalid one.
 */
export function checkHandshake({ headers, method }: IncomingMessage): string | undefined {
  const key = headers['sec-websocket-key'];
  if (method !== 'GET' || key === undefined || !KEY.test(key)) {
    throw ApiError.badRequest('a WebSocket is opened by a GET with a Sec-WebSocket-Key of 16 bytes');
  }
  if (headers['sec-websocket-version'] !== VERSION) {
    throw ApiError.badRequest(`the Sec-WebSocket-Version must be ${VERSION}`);
  }
  const { tokens, others } = offeredProtocols(String(headers[PROTOCOLS_HEADER] ?? ''));
  if (new Set(others).size + new Set(tokens).size < others.length + tokens.length) {
    throw ApiError.badRequest('a subprotocol must not be offered twice');
  }
  if (!others.every((protocol) => TOKEN.test(protocol)))
    throw ApiError.badRequest('a subprotocol must be an HTTP token');
  // Browsers close a WebSocket whose server accepts none of the offered subprotocols.
  return others[0];
}
