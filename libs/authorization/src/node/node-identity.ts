import type { UserInfo } from '@orch/api';
import { ApiError, type ResourceRef } from '@orch/apimachinery';

const PREFIX = 'system:node:';
const NODES = 'system:nodes';

/** Whether a user is a node. Also true without a node name: such a user gets the restrictions of a node, but no permissions. */
export const isNode = ({ username, groups }: UserInfo): boolean =>
  username.startsWith(PREFIX) && groups.includes(NODES);

/** The node name of a user; undefined for other users, and for a node without a name. */
export const nodeOf = (user: UserInfo): string | undefined =>
  isNode(user) && user.username.length > PREFIX.length ? user.username.slice(PREFIX.length) : undefined;

/**
 * Like `nodeOf`, for requests that a node may make only for its own objects.
 * @param target for the error.
 * @throws ApiError Forbidden for a node without a name, which owns nothing.
 */
export function requireNodeName(user: UserInfo, target: ResourceRef): string | undefined {
  if (!isNode(user)) return undefined;
  const node = nodeOf(user);
  if (node !== undefined) return node;
  throw ApiError.forbidden(target, `could not determine node from user ${JSON.stringify(user.username)}`);
}
