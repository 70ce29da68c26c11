import type { IncomingMessage } from 'node:http';
import { LONGEST_TIMER_MS } from '@orch/apimachinery';
import { NetworkTurns, type NetworkWork } from './network-turns.js';
import { requestConnection } from './request-connection.js';

/** Of all servers of this process. */
const turns = new NetworkTurns();

/** Runs work now, or in a later turn of the event loop when there is much: see {@link NetworkTurns}. */
export function inNetworkTurn(work: NetworkWork): void {
  if (turns.mayRun()) work.run();
  else turns.add(work);
}

/** Resolves in the turn of the client network and the connection of a request. */
export const networkTurn = (raw: IncomingMessage): Promise<void> =>
  new Promise((run) => inNetworkTurn({ ...requestConnection(raw), run, isGone: () => false }));

/** Waits for a result, for which thousands of requests may wait, such as one answer of a webhook: they continue in turns. */
export async function awaitInTurn<T>(raw: IncomingMessage, pending: Promise<T>): Promise<T> {
  try {
    return await pending;
  } finally {
    await networkTurn(raw);
  }
}

/**
 * Calls `run` once after `delayMs`, or {@link LONGEST_TIMER_MS} where that is shorter. Timers of thousands of requests may be due at one moment, and Node runs all of them in
 * one turn of the event loop: these run some in each turn.
 * @param raw the request, whose client network and connection take turns with others.
 * @returns cancels it.
 */
export function setRequestTimer(raw: IncomingMessage, run: () => void, delayMs: number): () => void {
  let isCancelled = false;
  const isGone = (): boolean => isCancelled;
  const due = (): void => inNetworkTurn({ ...requestConnection(raw), run, isGone });
  const timer = setTimeout(due, Math.min(delayMs, LONGEST_TIMER_MS));
  return () => {
    isCancelled = true;
    clearTimeout(timer);
  };
}
