import { ApiError } from '@orch/apimachinery';
import type { Result } from '@orch/controller-kit';

/**
 * After a conflict. Mostly the event of the other change comes before; but not every conflict is one of the written object: quotas and webhooks
 * answer with it too, and then no event comes.
 */
export const CONFLICT_RETRY: Result = { requeueAfterMs: 1_000 };

export const isConflict = (err: unknown): err is ApiError => err instanceof ApiError && err.reason === 'Conflict';
