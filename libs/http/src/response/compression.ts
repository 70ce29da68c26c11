import type { IncomingHttpHeaders } from 'node:http';
import { promisify } from 'node:util';
import { constants, gzip as gzipCallback } from 'node:zlib';
import { parseAccept } from '../negotiation/accept.js';

/** Answers from this size on are compressed for clients that accept gzip (C-092). */
export const COMPRESS_FROM_BYTES = 128 * 1_024;
export const GZIP_LEVEL = constants.Z_BEST_SPEED;

/** Concurrent compressions of answers: the store writes in the same four threads. */
const MAX_CONCURRENT = 2;

const gzipOffThread = promisify(gzipCallback);
let running = 0;

/** Compresses off the event loop. */
export const compressed = (bytes: Buffer): Promise<Buffer> => gzipOffThread(bytes, { level: GZIP_LEVEL });

/** The same, unless two answers are being compressed: there is no queue, since their clients may leave. */
export function compressedIfFree(bytes: Buffer): Promise<Buffer> | undefined {
  if (running >= MAX_CONCURRENT) return undefined;
  running++;
  return compressed(bytes).finally(() => running--);
}

/** `gzip;q=0` is a refusal: the header is parsed like `Accept`. */
export function takesGzip(headers: IncomingHttpHeaders): boolean {
  const accepted = headers['accept-encoding'];
  return typeof accepted === 'string' && parseAccept(accepted).some(({ type }) => type === 'gzip');
}
