import { type ServerRequest, setRequestTimer } from '@orch/http';
import { type ActiveSchema, flowOf } from './active-schema.js';
import type { Ticket } from './fair-queues.js';
import type { Refusal, Waiter } from './priority-level.js';

/**
 * Waits in a queue of the level. A request leaves at once when its client disconnects or its deadline passes.
 * @returns the ticket of a request with a seat, or why it has none.
 */
export function waitForSeat(
  request: ServerRequest,
  schema: ActiveSchema,
  limitMs: number,
): Refusal | Promise<Ticket<Waiter> | Refusal> {
  const { level, counts } = schema;
  let serve: Waiter = () => undefined;
  const ticket = level.wait(flowOf(schema, request.user, request.info), () => serve());
  if (typeof ticket === 'string') return ticket;
  const { signal } = request;
  const arrivedMs = performance.now();
  counts.waiting++;
  counts.queueLengths.observe(ticket.length);
  return new Promise((resolve) => {
    const leave = (outcome: Ticket<Waiter> | Refusal): void => {
      cancelTimer();
      signal.removeEventListener('abort', onAbort);
      counts.waiting--;
      const waits = typeof outcome === 'string' ? counts.waits.unserved : counts.waits.served;
      const waitedMs = performance.now() - arrivedMs;
      waits.observe(waitedMs / 1_000);
      request.excludedMs += waitedMs;
      resolve(outcome);
    };
    const cancel = (why: Refusal): void => {
      if (level.cancel(ticket)) leave(why);
    };
    const onAbort = (): void => cancel('cancelled');
    const cancelTimer = setRequestTimer(request.raw, () => cancel('time-out'), limitMs);
    signal.addEventListener('abort', onAbort, { once: true });
    serve = () => leave(ticket);
    if (signal.aborted) onAbort();
  });
}
