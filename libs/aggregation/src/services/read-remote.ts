import { request, type IncomingMessage } from 'node:http';
import type { Duplex } from 'node:stream';
import { withDeadline, type Clock } from '@orch/apimachinery';
import { BodyBuffer } from '@orch/http';
import { hostOf, type Dial, type ProxyTarget } from '@orch/proxy';
import { reasonOf } from '@orch/webhook';

/** The largest document that is read. Unit: bytes. */
const MAX_DOCUMENT_BYTES = 4 * 1_024 * 1_024;
const LIMIT_MS = 5_000;

/** A response, read completely. */
export interface RemoteAnswer {
  readonly status: number;
  readonly headers: IncomingMessage['headers'];
  readonly bytes: Buffer;
}

/** Why there is no response, as clients of this API know it: `Get "URL": dial tcp 10.0.0.1:443: connect: connection refused`. */
export class RemoteReadError extends Error {}

/** What a read needs. */
export interface RemoteReadParts {
  readonly dial: Dial;
  readonly clock: Clock;
  readonly ended: AbortSignal;
}

/** GETs a document of an extension API server within five seconds. Redirects are not followed. @throws RemoteReadError. */
export async function readRemote(
  target: ProxyTarget,
  path: string,
  headers: ReadonlyMap<string, readonly string[]>,
  { dial, clock, ended }: RemoteReadParts,
): Promise<RemoteAnswer> {
  const url = `https://${hostOf(target)}${path}`;
  const late = (): Error => new Error('context deadline exceeded (Client.Timeout exceeded while awaiting headers)');
  try {
    return await withDeadline(clock, LIMIT_MS, late, async (deadline) => {
      const signal = AbortSignal.any([deadline, ended]);
      const socket = await dial(target, signal);
      try {
        return await exchange(socket, target, path, headers, signal);
      } finally {
        socket.destroy();
      }
    });
  } catch (cause) {
    throw new RemoteReadError(`Get ${JSON.stringify(url)}: ${reasonOf(cause)}`, { cause });
  }
}

function exchange(
  socket: Duplex,
  { ip, port }: ProxyTarget,
  path: string,
  headers: ReadonlyMap<string, readonly string[]>,
  signal: AbortSignal,
): Promise<RemoteAnswer> {
  let onAbort: () => void = () => undefined;
  return new Promise<RemoteAnswer>((resolve, reject) => {
    const fail = (error: unknown): void => {
      socket.destroy();
      reject(error as Error);
    };
    if (signal.aborted) return fail(signal.reason);
    onAbort = () => fail(signal.reason);
    signal.addEventListener('abort', onAbort, { once: true });
    const outgoing = request({ createConnection: () => socket, host: ip, port, path });
    for (const [name, values] of headers) outgoing.setHeader(name, values);
    outgoing.on('error', fail);
    outgoing.once('response', (response) => {
      const body = new BodyBuffer();
      response.on('error', fail);
      response.on('data', (chunk: Buffer) => {
        if (body.length + chunk.length > MAX_DOCUMENT_BYTES) return fail(new Error('the document is too large'));
        body.append(chunk);
      });
      response.once('end', () => {
        const { statusCode: status = 0, headers: received } = response;
        resolve({ status, headers: received, bytes: body.take() });
      });
    });
    outgoing.end();
    // Node keeps a signal of several that has listeners, and so the document, as long as one of those lives: `ended` lives as long as the process.
  }).finally(() => signal.removeEventListener('abort', onAbort));
}
