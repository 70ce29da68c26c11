import type { UserInfo } from '@orch/api';

const PREFIX = 'system:node:';
const NODES = 'system:nodes';

/** Whether a user is a node, also one that does not say which: such a user gets no rights of a node, and its restrictions. */
export const isNode = ({ username, groups }: UserInfo): boolean =>
  username.startsWith(PREFIX) && groups.includes(NODES);

/** The name of the node that a user is; undefined for other users, and for a node without a name. */
export const nodeOf = (user: UserInfo): string | undefined =>
  isNode(user) && user.username.length > PREFIX.length ? user.username.slice(PREFIX.length) : undefined;
