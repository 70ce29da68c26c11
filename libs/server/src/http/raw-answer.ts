import { STATUS_CODES } from 'node:http';
import { rawStatus, type RawRefusal } from '@orch/http';

/** A refusal as the bytes of a whole HTTP/1.1 answer that ends its connection. @param headers further header lines. */
export function rawAnswer(refusal: RawRefusal, headers: readonly string[] = []): string {
  const body = rawStatus(refusal);
  return [
    `HTTP/1.1 ${refusal.code} ${STATUS_CODES[refusal.code]}`,
    'Content-Type: application/json',
    `Content-Length: ${Buffer.byteLength(body)}`,
    ...headers,
    'Connection: close',
    '',
    body,
  ].join('\r\n');
}
