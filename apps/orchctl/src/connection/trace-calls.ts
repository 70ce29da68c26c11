import { channel } from 'node:diagnostics_channel';
import type { Output } from '../output.js';

interface Call {
  readonly method: string;
  readonly origin: string;
  readonly path: string;
}

/** From this `-v` level on every call is logged. */
export const TRACE_LEVEL = 6;

/**
 * Logs every call of this process when its response arrives: `GET https://host/path 200 in 12 ms`. Headers and bodies hold
 * credentials and secrets, so they are never logged.
 */
export function traceCalls(output: Output): void {
  const startedMs = new WeakMap<object, number>();
  channel('undici:request:create').subscribe((message) => {
    startedMs.set((message as { request: object }).request, performance.now());
  });
  channel('undici:request:headers').subscribe((message) => {
    const { request, response } = message as { request: Call; response: { statusCode: number } };
    const tookMs = Math.round(performance.now() - (startedMs.get(request) ?? performance.now()));
    output.err(`${request.method} ${request.origin}${request.path} ${response.statusCode} in ${tookMs} ms\n`);
  });
}
