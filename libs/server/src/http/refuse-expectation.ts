import type { IncomingMessage, ServerResponse } from 'node:http';
import { rawStatus } from '@orch/http';

/** Answers an `Expect` other than `100-continue`, which no part of this server could meet. The body is never waited for. */
export function refuseExpectation(_raw: IncomingMessage, reply: ServerResponse): void {
  const body = rawStatus({
    code: 417,
    reason: 'BadRequest',
    message: 'the header Expect may only ask for 100-continue',
  });
  reply.writeHead(417, {
    'Content-Type': 'application/json',
    'Content-Length': Buffer.byteLength(body),
    'Cache-Control': 'no-cache, private',
    Connection: 'close',
  });
  reply.end(body);
}
