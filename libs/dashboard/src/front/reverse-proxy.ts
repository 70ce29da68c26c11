import type { IncomingMessage, ServerResponse } from 'node:http';
import { pipeline } from 'node:stream/promises';
import { ApiError } from '@orch/apimachinery';
import type { Logger } from '@orch/process';
import { type ApiClient, endToEnd } from './api-client.js';

const ROOTS: ReadonlySet<string> = new Set([
  'api',
  'apis',
  'openapi',
  'version',
  'metrics',
  'healthz',
  'livez',
  'readyz',
]);

/** Whether a path is one of the API server. @param path as received, without its query. */
export const isApiPath = (path: string): boolean => ROOTS.has(path.split('/', 2)[1] ?? '');

/**
 * Passes a request to the API server and its answer back, piece by piece.
 * @throws ApiError ServiceUnavailable when the server cannot be reached.
 */
export async function passOn(api: ApiClient, raw: IncomingMessage, reply: ServerResponse, log: Logger): Promise<void> {
  const ending = new AbortController();
  reply.once('close', () => ending.abort());
  const headers = endToEnd(raw.headers);
  const { remoteAddress } = raw.socket;
  if (remoteAddress !== undefined)
    headers['x-forwarded-for'] = [headers['x-forwarded-for'] ?? [], remoteAddress].flat().join(', ');
  const hasBody = raw.headers['content-length'] !== undefined || raw.headers['transfer-encoding'] !== undefined;
  const request = { method: raw.method ?? 'GET', path: raw.url ?? '/', headers, signal: ending.signal };
  const answer = await api.send({ ...request, body: hasBody ? raw : undefined }).catch((error: unknown) => {
    if (!ending.signal.aborted) log.warn('the API server does not answer', { error });
    throw ApiError.serviceUnavailable('the API server does not answer; see the log of the dashboard', 1, error);
  });
  const answered = endToEnd(answer.headers);
  // A page of a pod, opened through here, must not share the origin of the dashboard. No effect on what scripts read.
  const policies = [answered['content-security-policy'] ?? [], 'sandbox'].flat().join(', ');
  reply.writeHead(answer.statusCode, { ...answered, 'content-security-policy': policies });
  reply.flushHeaders(); // the first event of a watch may take long
  // A break on either side ends the other: there is nothing more to answer.
  await pipeline(answer.body, reply).catch((error: unknown) => log.debug('a proxied answer was cut', { error }));
}
