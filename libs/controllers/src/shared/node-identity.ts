/** The group of all nodes: the organization of their certificates. */
export const NODES_GROUP = 'system:nodes';

/** What a node's user name begins with: the common name of its certificates. */
export const NODE_USER_PREFIX = 'system:node:';

/** Organization and common name are those of a node, and of nothing else beside. Source. */
export const isNodeSubject = (subject: { commonName: string; organizations: readonly string[] }): boolean =>
  subject.organizations.length === 1 &&
  subject.organizations[0] === NODES_GROUP &&
  subject.commonName.startsWith(NODE_USER_PREFIX) &&
  subject.commonName.length > NODE_USER_PREFIX.length;
