import { repeatedItems, type ObjectMeta, type OwnerReference } from '@orch/apimachinery';

/**
 * The metadata with each owner reference once; the same object if none is repeated. Warns of what it drops: a client that
 * sends a reference twice is broken. References of one uid that differ stay.
 * @param found when they were found.
 */
export function withDistinctOwners(
  metadata: ObjectMeta,
  warn: (text: string) => void,
  found: '' | ' after mutating admission happens',
): ObjectMeta {
  const { ownerReferences } = metadata;
  if (!ownerReferences || ownerReferences.length < 2) return metadata;
  const repeated = repeatedItems(ownerReferences, identityOf);
  if (repeated.size === 0) return metadata;
  const uids = [...repeated].map((index) => ownerReferences[index]!.uid);
  warn(
    `.metadata.ownerReferences contains duplicate entries${found}; API server dedups owner references in 1.20+, and may reject such requests ` +
      `as early as 1.24; please fix your requests; duplicate UID(s) observed: ${uids.join(', ')}`,
  );
  return { ...metadata, ownerReferences: ownerReferences.filter((_, index) => !repeated.has(index)) };
}

/** Equal for references that are the same in all fields. */
const identityOf = ({ uid, name, kind, apiVersion, controller, blockOwnerDeletion }: OwnerReference): string =>
  JSON.stringify([uid, name, kind, apiVersion, controller ?? '', blockOwnerDeletion ?? '']);
