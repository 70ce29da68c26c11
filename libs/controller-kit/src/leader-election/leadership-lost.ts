/** Another may lead now. What this process has read may be old: it should end, not go on. */
export class LeadershipLostError extends Error {
  override readonly name = 'LeadershipLostError';
}
