import { sameOwnerReference, type ObjectMeta, type OwnerReference } from '@orch/apimachinery';

/**
 * The metadata with each owner reference once; the same object if none is repeated. Warns of what it drops: a client that
 * sends a reference twice is broken. References of one uid that differ stay.
 */
export function withDistinctOwners(metadata: ObjectMeta, warn: (text: string) => void): ObjectMeta {
  const { ownerReferences } = metadata;
  if (!ownerReferences || ownerReferences.length < 2) return metadata;
  const distinct: OwnerReference[] = [];
  const repeated: string[] = [];
  for (const reference of ownerReferences) {
    if (distinct.some((other) => sameOwnerReference(other, reference))) repeated.push(reference.uid);
    else distinct.push(reference);
  }
  if (repeated.length === 0) return metadata;
  warn(
    '.metadata.ownerReferences contains duplicate entries; API server dedups owner references in 1.20+, and may reject such requests ' +
      `as early as 1.24; please fix your requests; duplicate UID(s) observed: ${repeated.join(', ')}`,
  );
  return { ...metadata, ownerReferences: distinct };
}
