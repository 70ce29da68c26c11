import { objectKey } from '../keys/storage-keys.js';
import type { Entry } from './entry.js';
import type { ResourceCache } from './resource-cache.js';

/** The entries of a state by namespace and name only; undefined means any. Entries are immutable, so the array is a snapshot. */
export function entriesInPlace(
  state: ResourceCache,
  { namespace, name }: { readonly namespace: string | undefined; readonly name: string | undefined },
): Entry[] {
  const entries: Entry[] = [];
  if (namespace !== undefined && name !== undefined) {
    const entry = state.get(objectKey(namespace, name));
    return entry ? [entry] : entries;
  }
  const suffix = name === undefined ? undefined : `\0${name}`;
  state.visit(namespace, undefined, (entry) => {
    if (suffix === undefined || entry.key.endsWith(suffix)) entries.push(entry);
    return true;
  });
  return entries;
}
