import { type IncomingMessage, STATUS_CODES } from 'node:http';
import type { Duplex } from 'node:stream';
import { flowOfRequester, type GuardedListeners, type RequestContext } from '@orch/http';
import type { Headers } from './end-to-end-headers.js';
import { forwardBytes, readAheadLittle } from './forward-bytes.js';

/**
 * Joins two connections after a protocol upgrade, such as to WebSocket: bytes flow both ways until one side closes, which
 * closes the other. Both sides have had error listeners since they were opened; `close` follows.
 * @param head bytes that already arrived after the response.
 */
export function joinConnections(
  response: IncomingMessage,
  headers: Headers,
  context: RequestContext,
  upstream: Duplex,
  head: Buffer,
  listeners: GuardedListeners,
): void {
  const { raw, reply } = context;
  const client = raw.socket;
  reply.statusCode = response.statusCode ?? 101; // for metrics and audit; the response itself is never written
  context.onUpgraded?.();
  headers.set('connection', ['Upgrade']);
  headers.set('upgrade', [response.headers.upgrade ?? '']);
  const lines = [...headers].flatMap(([name, values]) => values.map((value) => `${name}: ${value}\r\n`));
  const status = `HTTP/1.1 ${reply.statusCode} ${STATUS_CODES[reply.statusCode] ?? ''}\r\n`;
  client.write(`${status}${lines.join('')}\r\n`, 'latin1');
  if (head.length > 0) client.write(head);
  listeners.once(client, 'close', () => upstream.destroy());
  listeners.once(upstream, 'close', () => client.destroySoon());
  const flow = flowOfRequester(context).name;
  readAheadLittle(client);
  forwardBytes(upstream, client, flow, listeners);
  forwardBytes(client, upstream, flow, listeners);
  listeners.once(upstream, 'end', () => client.end());
  listeners.once(client, 'end', () => upstream.end());
}
