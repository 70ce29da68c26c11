import { Observable } from 'rxjs';
import type { HasMetadata } from '../object/object-key.js';
import type { ListWatch, ReflectOptions } from './reflect-options.js';
import type { ReflectorEvent } from './reflector-event.js';
import { Reflector } from './reflector.js';

/**
 * The state of a resource and all its changes, while subscribed. Cold. Recovers from dropped connections,
 * server restarts, 429, 503 and expired history; never completes and never errors. It resumes after the last revision
 * seen, bookmarks included, so that no event is lost or emitted twice.
 * Source, B-317.
 */
export const reflect = <T extends HasMetadata>(
  source: ListWatch<T>,
  options: ReflectOptions,
): Observable<ReflectorEvent<T>> =>
  new Observable((subscriber) => {
    const stopping = new AbortController();
    new Reflector(source, options, (event) => subscriber.next(event)).run(stopping.signal).catch((err: unknown) => {
      // The loop ends only by our own abort; anything else is a bug and must not be silent.
      if (!stopping.signal.aborted) subscriber.error(err);
    });
    return () => stopping.abort(new Error('the reflector was stopped'));
  });
