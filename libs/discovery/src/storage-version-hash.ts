import { createHash } from 'node:crypto';
import type { GroupVersionKind } from '@orch/apimachinery';

/** Storage version hash, used by storage version migration: equal hashes, equal storage versions (C-291). */
export function storageVersionHash(stored: GroupVersionKind): string {
  const text = `${stored.group}/${stored.version}/${stored.kind}`;
  return createHash('sha256').update(text).digest().subarray(0, 8).toString('base64');
}
