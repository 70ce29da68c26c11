import type { UserInfo } from '@orch/api';
import { AUTHENTICATED_GROUP, UNAUTHENTICATED_GROUP } from '@orch/authentication';
import type { RequestedIdentity } from './requested-identity.js';
import { serviceAccountOf } from './service-account-name.js';

const ANONYMOUS_NAME = 'system:anonymous';
const SERVICE_ACCOUNTS_GROUP = 'system:serviceaccounts';

/** The impersonated user: nothing of the authenticated user remains (B-129). */
export function impersonatedUser(asked: RequestedIdentity): UserInfo {
  return {
    username: asked.username,
    ...(asked.uid === undefined ? {} : { uid: asked.uid }),
    groups: groupsOf(asked),
    // No prototype: a key may have any name.
    ...(asked.extra.size === 0 ? {} : { extra: Object.fromEntries(asked.extra) }),
  };
}

/** The requested groups, else those of a service account (D-109), and the authenticated or unauthenticated group (D-110). */
function groupsOf({ username, groups: named }: RequestedIdentity): readonly string[] {
  const account = named.length === 0 ? serviceAccountOf(username) : undefined;
  const groups = account ? [SERVICE_ACCOUNTS_GROUP, `${SERVICE_ACCOUNTS_GROUP}:${account.namespace}`] : named;
  if (username === ANONYMOUS_NAME) {
    return groups.includes(UNAUTHENTICATED_GROUP) ? groups : [...groups, UNAUTHENTICATED_GROUP];
  }
  const isPlaced = groups.includes(AUTHENTICATED_GROUP) || groups.includes(UNAUTHENTICATED_GROUP);
  return isPlaced ? groups : [...groups, AUTHENTICATED_GROUP];
}
