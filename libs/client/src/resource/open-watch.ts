import { Observable } from 'rxjs';
import { assertShape, type Shape } from '../answers/shape.js';
import type { ApiRequest } from '../transport/api-request.js';
import { errorFromStatus, type SentStatus } from '../transport/parse-status.js';
import { TransportError } from '../errors/transport-error.js';
import type { Transport } from '../transport/transport.js';
import { JsonLines } from './json-lines.js';
import type { WatchEvent } from './watch-event.js';

/** Parameters of a watch. The signal completes its stream. */
export interface WatchRequest extends Pick<ApiRequest, 'path' | 'accept' | 'onOpen' | 'signal'> {
  /** Of the objects of its events. */
  readonly shape: Shape;
}

/** One watch connection as a cold stream; unsubscribing closes it. Not restarted: see `reflect`. */
export const openWatch = <T>(
  transport: Pick<Transport, 'stream'>,
  { signal, shape, ...request }: WatchRequest,
): Observable<WatchEvent<T>> =>
  new Observable((subscriber) => {
    const closing = new AbortController();
    const onAbort = (): void => subscriber.complete();
    if (signal?.aborted) {
      subscriber.complete();
      return;
    }
    signal?.addEventListener('abort', onAbort, { once: true });

    const run = async (): Promise<void> => {
      const lines = new JsonLines();
      for await (const chunk of transport.stream({ ...request, method: 'GET', signal: closing.signal })) {
        for (const document of lines.push(chunk)) subscriber.next(readEvent<T>(document, shape));
      }
      const last = lines.end();
      if (last !== undefined) subscriber.next(readEvent<T>(last, shape));
    };
    run().then(
      () => subscriber.complete(),
      // After unsubscription this is our own abort; a closed subscriber ignores it.
      (err: unknown) => subscriber.error(err),
    );
    return () => {
      signal?.removeEventListener('abort', onAbort);
      closing.abort(new TransportError('Interrupted', 'the watch was closed'));
    };
  });

/** @throws ApiError for an ERROR event; TransportError Protocol for anything that is not an event. */
function readEvent<T>(document: unknown, shape: Shape): WatchEvent<T> {
  const { type, object } = (document ?? {}) as { type?: unknown; object?: unknown };
  if (typeof object !== 'object' || object === null)
    throw new TransportError('Protocol', 'a watch event without object');
  switch (type) {
    case 'ADDED':
    case 'MODIFIED':
    case 'DELETED':
    case 'BOOKMARK':
      assertShape(object, shape, 'the object of a watch event');
      return { type, object: object as T };
    case 'ERROR':
      throw errorFromStatus(object as SentStatus);
    default:
      throw new TransportError('Protocol', `a watch event of unknown type ${String(type)}`);
  }
}
