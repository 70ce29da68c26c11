import type { UserInfo } from '@orch/api';

const PREFIX = 'system:node:';
const NODES = 'system:nodes';

/** The name of the node that somebody is; undefined for who is none. */
export function nodeOf({ username, groups }: UserInfo): string | undefined {
  if (!username.startsWith(PREFIX) || username.length === PREFIX.length) return undefined;
  return groups.includes(NODES) ? username.slice(PREFIX.length) : undefined;
}
