import { metadataListType } from '../api/media-types';
import type { ApiObject } from '../api/object';
import type { Resource } from '../api/resource';
import type { Scan } from '../scan/scan-kinds';

export interface FoundObject {
  readonly resource: Resource;
  readonly object: ApiObject;
}

/** Objects in whose name, namespace, kind, labels or uid all words occur. Reads metadata only. */
export function searchScan(query: string): Scan<FoundObject> {
  const words = wordsOf(query);
  return {
    acceptOf: () => metadataListType(),
    look: (resource, object) => {
      const { name, namespace = '', uid = '', labels = {} } = object.metadata;
      const pairs = Object.entries(labels).map(([key, value]) => `${key}=${value}`);
      const text = [name, namespace, resource.kind, uid, ...pairs].join('\n').toLowerCase();
      return words.every((word) => text.includes(word)) ? { resource, object } : undefined;
    },
  };
}

export const wordsOf = (query: string): string[] =>
  query
    .toLowerCase()
    .split(/\s+/)
    .filter((word) => word !== '');

/** Those of exactly that name, those whose name begins with it, those whose name has it; the others. */
export function bestFirst(found: readonly FoundObject[], query: string): FoundObject[] {
  const [word = ''] = wordsOf(query);
  const rank = ({ object }: FoundObject): number => {
    const name = object.metadata.name.toLowerCase();
    if (name === word) return 0;
    return name.startsWith(word) ? 1 : name.includes(word) ? 2 : 3;
  };
  const text = ({ resource, object }: FoundObject): string => `${resource.kind}/${object.metadata.name}`;
  return found.toSorted((a, b) => rank(a) - rank(b) || (text(a) < text(b) ? -1 : 1));
}
