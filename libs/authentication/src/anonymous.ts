import type { UserInfo } from '@orch/api';
import { ANONYMOUS } from './authenticate-union.js';
import type { Authenticator } from './authenticator.js';
import { ANONYMOUS_USER, UNAUTHENTICATED_GROUP } from './groups.js';

const USER: UserInfo = Object.freeze({ username: ANONYMOUS_USER, groups: Object.freeze([UNAUTHENTICATED_GROUP]) });

/**
 * Authenticates requests without credentials as the anonymous user (B-115, B-117). The last authenticator.
 * @param paths exact paths with anonymous access (D-067). Undefined: all.
 */
export const anonymousAuthenticator = (paths?: readonly string[]): Authenticator => {
  if (paths === undefined) return { name: ANONYMOUS, authenticate: () => USER };
  const open = new Set(paths);
  return { name: ANONYMOUS, authenticate: ({ info }) => (open.has(info.path) ? USER : undefined) };
};
