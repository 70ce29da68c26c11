import type { IncomingMessage } from 'node:http';
import { hasBody } from '@orch/http';

/** Fields of Node's streams without a public setter. */
interface Ended {
  readonly _readableState: { endEmitted: boolean };
}

/**
 * Ends an HTTP/1.1 request without a body as it arrives: it emits no `end` and no `close`, so that a pipeline or an
 * iterator of it would not end. Otherwise Node reads it to its end after the answer, in four callbacks of its queues.
 *
 * HOT PATH (bench: get): saves a twentieth of the CPU time of a GET.
 */
export function endWithoutBody(raw: IncomingMessage): void {
  if (hasBody(raw)) return;
  raw.read(0); // otherwise Node discards what was not read
  (raw as unknown as Ended)._readableState.endEmitted = true; // otherwise the connection keeps the request until the next
}
