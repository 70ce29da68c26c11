import { createHash } from 'node:crypto';
import type { GroupVersionKind } from '@orch/apimachinery';

/** Tells clients that migrate stored objects in which form a kind is stored: equal hashes, equal forms (C-291). */
export function storageVersionHash(stored: GroupVersionKind): string {
  const text = `${stored.group}/${stored.version}/${stored.kind}`;
  return createHash('sha256').update(text).digest().subarray(0, 8).toString('base64');
}
