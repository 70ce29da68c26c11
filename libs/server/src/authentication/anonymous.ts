import type { UserInfo } from '@orch/api';
import { ANONYMOUS } from './authenticate-union.js';
import type { Authenticator } from './authenticator.js';
import { UNAUTHENTICATED_GROUP } from './groups.js';

const USER: UserInfo = Object.freeze({ username: 'system:anonymous', groups: Object.freeze([UNAUTHENTICATED_GROUP]) });

/** Takes whoever brings no credential (B-115, B-117). Stands last. */
export const anonymousAuthenticator: Authenticator = { name: ANONYMOUS, authenticate: () => USER };
