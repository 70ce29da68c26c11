import type { UnreadAttributes } from '@orch/registry';

/** Key of the kind Namespace. */
export const NAMESPACES = { group: '', resource: 'namespaces' };

/** Whether the write is to an object in a namespace. */
export const isInNamespace = ({
  namespace,
  definition: { gvr },
}: Pick<UnreadAttributes, 'namespace' | 'definition'>): boolean =>
  namespace !== '' && !(gvr.resource === 'namespaces' && gvr.group === '');
