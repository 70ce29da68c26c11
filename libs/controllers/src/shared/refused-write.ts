import { ApiError, type StatusReason } from '@orch/apimachinery';
import { TerminalError } from '@orch/controller-kit';

/** Reasons that reject the write itself. All others are temporary: conflicts, quotas, roles and servers change. */
const REFUSALS: ReadonlySet<StatusReason> = new Set<StatusReason>(['BadRequest', 'RequestEntityTooLarge', 'Invalid']);

/** Whether a retry of the same write cannot succeed. */
export const isRefused = (err: unknown): err is ApiError => err instanceof ApiError && REFUSALS.has(err.reason);

/**
 * Runs a write that depends on the object of the key alone. A rejected write is not retried until that object changes; a stale cache does no
 * harm, since the missing change requeues the key.
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
