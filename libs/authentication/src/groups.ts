import type { UserInfo } from '@orch/api';

export const AUTHENTICATED_GROUP = 'system:authenticated';
export const UNAUTHENTICATED_GROUP = 'system:unauthenticated';
export const ANONYMOUS_USER = 'system:anonymous';

const done = new WeakMap<UserInfo, UserInfo>();

/**
 * Adds `system:authenticated` to the user's groups, unless it has that group or `system:unauthenticated`, or is the anonymous user, whom a
 * proxy or a token webhook may name (D-005).
 */
export function withAuthenticatedGroup(user: UserInfo): UserInfo {
  if (user.username === ANONYMOUS_USER) return user;
  if (user.groups.includes(AUTHENTICATED_GROUP) || user.groups.includes(UNAUTHENTICATED_GROUP)) return user;
  let joined = done.get(user);
  if (!joined) done.set(user, (joined = { ...user, groups: [...user.groups, AUTHENTICATED_GROUP] }));
  return joined;
}
