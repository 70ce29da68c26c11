import type { ServerResponse } from 'node:http';
import { constants, type Http2ServerResponse } from 'node:http2';

/** Aborts an incomplete answer, so that its client does not treat it as complete. */
export function abortResponse(reply: ServerResponse): void {
  const { stream } = reply as unknown as Partial<Http2ServerResponse>;
  if (!stream) reply.destroy();
  // A closed stream accepts no other code, and may wait for its client.
  else if (stream.closed) stream.destroy();
  // Destroying a stream without a code is a normal end in HTTP/2.
  else stream.close(constants.NGHTTP2_INTERNAL_ERROR);
}
