import { UserFacingError } from '@orch/process';

/** Another may lead now. What this process has read may be old: it should end, not go on, and whoever watches it starts it anew. */
export class LeadershipLostError extends UserFacingError {
  override readonly name = 'LeadershipLostError';
}
