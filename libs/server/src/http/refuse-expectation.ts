import type { IncomingMessage, ServerResponse } from 'node:http';
import { rawStatus } from '@orch/http';

/** Rejects an `Expect` other than `100-continue`. The body is not read. */
export function refuseExpectation(_raw: IncomingMessage, reply: ServerResponse): void {
  const body = rawStatus({
    code: 417,
    reason: 'BadRequest',
    message: 'the header Expect supports 100-continue only',
  });
  reply.writeHead(417, {
    'Content-Type': 'application/json',
    'Content-Length': Buffer.byteLength(body),
    'Cache-Control': 'no-cache, private',
    Connection: 'close',
  });
  reply.end(body);
}
