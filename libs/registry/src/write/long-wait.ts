import type { Clock } from '@orch/apimachinery';
import type { MailboxTurn } from '../actor/mailbox.js';
import type { WriteContext } from './write-context.js';

/** How long a write waits for admission or a conversion before others of its object begin. Unit: milliseconds. */
export const LONG_WAIT_MS = 250;

/** Runs a write in its turn at the object of that key. One of a kind with conversions may wait for them at each of its steps. */
export function inTurn<T>(
  { parts: { actor, conversion, clock } }: WriteContext,
  key: string,
  write: (turn: MailboxTurn) => Promise<T>,
): Promise<T> {
  return actor.mailbox.run(key, (turn) => (conversion ? waitAside(write(turn), clock, turn) : write(turn)));
}

/**
 * Waits for what may depend on a webhook. When it takes long, other writes to the object begin: the webhook itself may be their client. The store refuses
 * all but the first that commits, and they are made again, as those of several servers.
 * @param turn of the write at its object. Default: none, as for a create.
 */
export async function waitAside<T>(work: Promise<T>, clock: Clock, turn: MailboxTurn | undefined): Promise<T> {
  if (!turn) return work;
  const cancel = clock.setTimer(turn.passOn, LONG_WAIT_MS);
  try {
    return await work;
  } finally {
    cancel();
  }
}
