import type { CachedDocument } from '@orch/http';

export type Json = Record<string, unknown>;

/** A JSON document, parsed. */
export const readDocument = async <T>(document: Promise<CachedDocument>): Promise<T> =>
  JSON.parse((await document).bytes.toString()) as T;

/** All values of a key, at any depth; excludes properties of that name. */
export function collect(value: unknown, key: string, found: unknown[] = []): unknown[] {
  if (Array.isArray(value)) for (const item of value) collect(item, key, found);
  else if (typeof value === 'object' && value !== null) {
    for (const [name, inner] of Object.entries(value)) {
      if (name === 'properties') for (const property of Object.values(inner as object)) collect(property, key, found);
      else if (name === key) found.push(inner);
      else collect(inner, key, found);
    }
  }
  return found;
}
