import type { UserInfo } from '@orch/api';

/** As whom the server writes its own objects. */
export const SYSTEM_USER: UserInfo = Object.freeze({
  username: 'system:apiserver',
  groups: Object.freeze(['system:masters', 'system:authenticated']),
});
