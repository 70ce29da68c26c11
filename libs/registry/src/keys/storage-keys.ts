import { groupResource } from '@orch/apimachinery';
import type { ResourceKey } from './object-reader.js';

/**
 * The one encoder of storage keys: `<resource>.<group> NUL <namespace> NUL <name>`. NUL sorts before every character a
 * name may hold, so keys are in the order of namespace, then name, by bytes (C-052). Cluster-scoped objects have an
 * empty namespace.
 */
const SEPARATOR = '\0';
/** The character after the separator: end of a range of keys that share a prefix. */
const AFTER_SEPARATOR = '\u0001';

/** Prefix of every key of one stored resource. */
export const resourcePrefix = (resource: ResourceKey): string => groupResource(resource) + SEPARATOR;

/** The stored resource whose keys start with `prefix`. */
export function resourceOfPrefix(prefix: string): ResourceKey {
  const [resource = '', ...group] = prefix.slice(0, -SEPARATOR.length).split('.');
  return { group: group.join('.'), resource };
}

/** Key of an object inside its resource: what caches and continue tokens are ordered by. */
export const objectKey = (namespace: string, name: string): string => namespace + SEPARATOR + name;

/** First key of a namespace, and the first key past it. */
export const namespaceRange = (namespace: string): { from: string; to: string } => ({
  from: namespace + SEPARATOR,
  to: namespace + AFTER_SEPARATOR,
});

/**
 * The key inside the resource, as a separate string: a slice would keep the whole storage key alive, and each comparison in an
 * ordered index would go through it (bench: create).
 */
export const keyInResource = (storageKey: string, prefix: string): string =>
  Buffer.from(storageKey).toString('utf8', prefix.length);

/** Order of texts by their UTF-16 code units, in which lists are sorted. */
export const byText = (a: string, b: string): number => (a < b ? -1 : a > b ? 1 : 0);

export function splitObjectKey(key: string): { namespace: string; name: string } {
  const at = key.indexOf(SEPARATOR);
  return { namespace: key.slice(0, at), name: key.slice(at + 1) };
}

/** The object of a whole storage key. */
export const nameOfStorageKey = (key: string): { namespace: string; name: string } =>
  splitObjectKey(key.slice(prefixOfStorageKey(key).length));

/** Which resource prefix a storage key starts with. */
export const prefixOfStorageKey = (key: string): string => key.slice(0, key.indexOf(SEPARATOR) + 1);
