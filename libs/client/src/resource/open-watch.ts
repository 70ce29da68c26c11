import { jsonPart, pickMembers } from '@orch/apimachinery';
import { Observable } from 'rxjs';
import { KEPT_AT_ONCE_BYTES, parseKept, type KeptForm } from '../answers/kept-form.js';
import { assertShape, type Shape } from '../answers/shape.js';
import { TransportError, type TransportErrorCode } from '../errors/transport-error.js';
import { inTurns } from '../event-loop/in-turns.js';
import type { ApiRequest } from '../transport/api-request.js';
import { errorFromStatus, type SentStatus } from '../transport/parse-status.js';
import type { Transport } from '../transport/transport.js';
import { JsonLines } from './json-lines.js';
import type { WatchEvent } from './watch-event.js';

/** Parameters of a watch. The signal completes its stream. */
export interface WatchRequest extends Pick<ApiRequest, 'path' | 'accept' | 'onOpen' | 'signal'> {
  /** Of the objects of its events. */
  readonly shape: Shape;
  /** How these are kept; large ones are parsed in steps. Default: parsed at once. */
  readonly kept?: KeptForm;
}

/** One watch connection as a cold stream; unsubscribing closes it. Not restarted: see `reflect`. */
export const openWatch = <T>(
  transport: Pick<Transport, 'stream'>,
  { signal, shape, kept, ...request }: WatchRequest,
): Observable<WatchEvent<T>> =>
  new Observable((subscriber) => {
    const closing = new AbortController();
    const onAbort = (): void => subscriber.complete();
    if (signal?.aborted) {
      subscriber.complete();
      return;
    }
    signal?.addEventListener('abort', onAbort, { once: true });

    const emit = (document: unknown): void => subscriber.next(readEvent<T>(document, shape));
    const run = async (): Promise<void> => {
      const lines = new JsonLines();
      for await (const chunk of transport.stream({ ...request, method: 'GET', signal: closing.signal })) {
        for (const line of lines.push(chunk)) {
          const parts = kept && line.length > KEPT_AT_ONCE_BYTES ? partsOf(line) : undefined;
          if (parts)
            emit({ type: parts.type, object: await inTurns(parseObject(parts.object, kept!), closing.signal) });
          else emit(parseLine(line, kept, 'Protocol'));
        }
      }
      const last = lines.end();
      if (last !== undefined) emit(parseLine(last, kept, 'Interrupted'));
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

const FAULTS: Readonly<Record<'Protocol' | 'Interrupted', string>> = {
  Protocol: 'a line of the watch is not JSON',
  Interrupted: 'the watch broke off inside an event',
};

/** @param code of the error when it is not JSON. */
function parseLine(line: Buffer, kept: KeptForm | undefined, code: TransportErrorCode & keyof typeof FAULTS): unknown {
  try {
    const document = JSON.parse(line.toString('utf8')) as { readonly type?: unknown } | null;
    if (!kept?.members || !OF_OBJECTS.has(document?.type)) return document;
    return pickMembers(document, { type: true, object: kept.members });
  } catch (err) {
    throw new TransportError(code, FAULTS[code], { cause: err });
  }
}

function* parseObject(json: Buffer, kept: KeptForm): Generator<undefined, unknown> {
  try {
    return yield* parseKept(json, kept);
  } catch (err) {
    throw new TransportError('Protocol', FAULTS.Protocol, { cause: err });
  }
}

const OF_OBJECTS: ReadonlySet<unknown> = new Set(['ADDED', 'MODIFIED', 'DELETED']);

/** Type and object of a line that has the object of an event; undefined for others, which are parsed whole. */
function partsOf(line: Buffer): { readonly type: string; readonly object: Buffer } | undefined {
  const type = jsonPart(line, ['type'])?.toString('utf8').slice(1, -1);
  const object = jsonPart(line, ['object']);
  return object && OF_OBJECTS.has(type) ? { type: type!, object } : undefined;
}

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
