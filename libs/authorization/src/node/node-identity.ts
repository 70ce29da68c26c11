import type { UserInfo } from '@orch/api';
import { ApiError, type ResourceRef } from '@orch/apimachinery';

const PREFIX = 'system:node:';
const NODES = 'system:nodes';

/** Whether a user is a node, also one that does not say which: such a user gets no rights of a node, and its restrictions. */
export const isNode = ({ username, groups }: UserInfo): boolean =>
  username.startsWith(PREFIX) && groups.includes(NODES);

/** The name of the node that a user is; undefined for other users, and for a node without a name. */
export const nodeOf = (user: UserInfo): string | undefined =>
  isNode(user) && user.username.length > PREFIX.length ? user.username.slice(PREFIX.length) : undefined;

/**
 * As `nodeOf`, for what a node may do to its own objects only.
 * @param target as the refusal names it.
 * @throws ApiError Forbidden for a node without a name, which owns nothing.
 */
export function requireNodeName(user: UserInfo, target: ResourceRef): string | undefined {
  if (!isNode(user)) return undefined;
  const node = nodeOf(user);
  if (node !== undefined) return node;
  throw ApiError.forbidden(target, `could not determine node from user ${JSON.stringify(user.username)}`);
}
