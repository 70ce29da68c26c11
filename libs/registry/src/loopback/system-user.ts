import type { UserInfo } from '@orch/api';

/** User of the loopback client. */
export const SYSTEM_USER: UserInfo = Object.freeze({
  username: 'system:apiserver',
  groups: Object.freeze(['system:masters', 'system:authenticated']),
});
