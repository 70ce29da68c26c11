import { validateName } from '@orch/apimachinery';
import type { CertificateSubject } from '@orch/pki';

/** The group of all nodes: the organization of their certificates. */
export const NODES_GROUP = 'system:nodes';

/** Prefix of a node's user name, which is the common name of its certificates. */
export const NODE_USER_PREFIX = 'system:node:';

/**
 * Whether a subject is that of a node: exactly one organization and one common name, with a valid name of a Node.
 * Source.
 */
export const isNodeSubject = ({ commonNames, organizations }: CertificateSubject): boolean =>
  organizations.length === 1 &&
  organizations[0] === NODES_GROUP &&
  commonNames.length === 1 &&
  commonNames[0]!.startsWith(NODE_USER_PREFIX) &&
  validateName('dns-subdomain', commonNames[0]!.slice(NODE_USER_PREFIX.length)).length === 0;
