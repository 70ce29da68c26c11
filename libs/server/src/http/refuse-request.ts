import { IncomingMessage, type ServerResponse } from 'node:http';
import { rawStatus, type RawRefusal } from '@orch/http';

/**
 * Refuses requests before their pipeline, for their headers alone, and closes their connection: at once if they are pipelined, since they would wait with
 * their headers.
 */
export function requestRefuser(refusal: RawRefusal): (raw: IncomingMessage, reply: ServerResponse) => void {
  const body = rawStatus(refusal);
  const headers = {
    'Content-Type': 'application/json',
    'Content-Length': Buffer.byteLength(body),
    'Cache-Control': 'no-cache, private',
    Connection: 'close',
  };
  return (raw, reply) => {
    if (raw instanceof IncomingMessage && reply.socket === null) return void raw.socket.destroy();
    reply.writeHead(refusal.code, headers);
    reply.end(body);
  };
}
