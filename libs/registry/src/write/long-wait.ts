import type { Clock } from '@orch/apimachinery';
import type { MailboxTurn } from '../actor/mailbox.js';

/** How long a write waits for admission or a conversion before others of its object begin. Unit: milliseconds. */
export const LONG_WAIT_MS = 250;

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
