import { ApiError, type StatusReason } from '@orch/apimachinery';
import { TerminalError } from '@orch/controller-kit';

/** Answers that say the write itself is wrong. Others pass: conflicts, quotas, roles and servers change. */
const REFUSALS: ReadonlySet<StatusReason> = new Set<StatusReason>(['BadRequest', 'RequestEntityTooLarge', 'Invalid']);

/** The server will never take this write: sent again, it fails again. */
export const isRefused = (err: unknown): err is ApiError => err instanceof ApiError && REFUSALS.has(err.reason);

/**
 * Runs a write that depends on the object of the key alone. A refusal ends the turn until that object changes; a cache that was behind is no
 * loss, since the change that it lacks brings the key back.
 * @throws TerminalError when the server refuses the write; other errors unchanged.
 */
export async function unlessRefused<T>(write: () => Promise<T>): Promise<T> {
  try {
    return await write();
  } catch (err) {
    if (isRefused(err)) throw new TerminalError(err.message, { cause: err });
    throw err;
  }
}
