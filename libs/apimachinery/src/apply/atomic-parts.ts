import { isPlainObject } from '../schema/plain-object.js';
import type { SchemaNode } from '../schema/structural-schema.js';
import { hasOwnedItems } from './list-items.js';

/** Paths of the atomic lists, maps and structs in a configuration, which a merge would replace as a whole: `.spec.selector`. */
export function atomicParts(config: unknown, node: SchemaNode | undefined, path = ''): readonly string[] {
  if (node === undefined) return [];
  if (Array.isArray(config)) {
    if (node.kind !== 'list') return [];
    const own = hasOwnedItems(node) ? [] : [path];
    return [...own, ...config.flatMap((item, index) => atomicParts(item, node.items, `${path}[${index}]`))];
  }
  if (!isPlainObject(config)) return [];
  const own = node.mapType === 'atomic' && (node.kind === 'struct' || node.kind === 'map') ? [path] : [];
  return [
    ...own,
    ...Object.entries(config).flatMap(([name, value]) => atomicParts(value, node.field(name), `${path}.${name}`)),
  ];
}
