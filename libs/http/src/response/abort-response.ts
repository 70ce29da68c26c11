import type { ServerResponse } from 'node:http';
import { constants, type Http2ServerResponse } from 'node:http2';

/** Ends an answer that has begun and cannot be finished, so that its client does not take it for a whole one. */
export function abortResponse(reply: ServerResponse): void {
  const { stream } = reply as unknown as Partial<Http2ServerResponse>;
  if (!stream) reply.destroy();
  // A stream that is closed already takes no other code, and may wait for its client.
  else if (stream.closed) stream.destroy();
  // To be destroyed without a code is a good end in HTTP/2.
  else stream.close(constants.NGHTTP2_INTERNAL_ERROR);
}
