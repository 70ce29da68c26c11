import { UserFacingError } from '@orch/process';

/** Another process may be the leader now. Caches of this process may be stale: it should exit, and its supervisor restarts it. */
export class LeadershipLostError extends UserFacingError {
  override readonly name = 'LeadershipLostError';
}
