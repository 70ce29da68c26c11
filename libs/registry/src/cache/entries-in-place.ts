import { objectKey } from '../keys/storage-keys.js';
import type { Entry } from './entry.js';
import type { ResourceCache } from './resource-cache.js';

/** Which of the found entries are wanted. */
export interface EntryRange {
  /** Those after this key. Default: from the first. */
  readonly afterKey?: string | undefined;
  /** How many of the first. Default: all. */
  readonly most?: number;
}

/** The entries of a state by namespace and name only; undefined means any. Entries are immutable, so the array is a snapshot. */
export function entriesInPlace(
  state: ResourceCache,
  { namespace, name }: { readonly namespace: string | undefined; readonly name: string | undefined },
  { afterKey, most = Infinity }: EntryRange = {},
): Entry[] {
  const entries: Entry[] = [];
  if (namespace !== undefined && name !== undefined) {
    const key = objectKey(namespace, name);
    const entry = state.get(key);
    return entry && (afterKey === undefined || key > afterKey) ? [entry] : entries;
  }
  const suffix = name === undefined ? undefined : `\0${name}`;
  state.visit(namespace, afterKey, (entry) => {
    if (suffix === undefined || entry.key.endsWith(suffix)) entries.push(entry);
    return entries.length < most;
  });
  return entries;
}
