import { isRecord } from '../../api/object';

/** `['spec', 'ports', 0, 'name']` */
export type FieldPath = readonly (string | number)[];

/** A change of one field of an object. */
export type Edit =
  | {
      readonly kind: 'set';
      readonly path: FieldPath;
      readonly value: unknown;
      /** The value as YAML, when its comments and order are to be kept. */
      readonly source?: string;
    }
  | { readonly kind: 'remove'; readonly path: FieldPath }
  /** Gives the entry of a map another key, at the same place. */
  | { readonly kind: 'rename'; readonly path: FieldPath; readonly name: string }
  /** Moves an item within its list, to the index `to`. */
  | { readonly kind: 'move'; readonly path: FieldPath; readonly to: number };

/** The value after the edit; what lies around a field that is set is created. Arguments are not changed. */
export function edited(value: unknown, edit: Edit): unknown {
  return changed(value, edit.path, edit);
}

function changed(value: unknown, [key, ...rest]: FieldPath, edit: Edit): unknown {
  if (key === undefined) return edit.kind === 'set' ? edit.value : value;
  if (typeof key === 'number') return inList(Array.isArray(value) ? value : [], key, rest, edit);
  const map = isRecord(value) ? value : {};
  if (rest.length > 0 || edit.kind === 'set')
    return withEntry(map, key, changed(Object.hasOwn(map, key) ? map[key] : undefined, rest, edit));
  const entries = Object.entries(map);
  if (edit.kind === 'remove') return fromEntries(entries.filter(([name]) => name !== key));
  if (edit.kind === 'move') return map;
  return fromEntries(entries.map(([name, entry]) => [name === key ? edit.name : name, entry]));
}

function inList(list: readonly unknown[], index: number, rest: FieldPath, edit: Edit): unknown[] {
  if (rest.length === 0 && edit.kind === 'remove') return list.toSpliced(index, 1);
  if (rest.length === 0 && edit.kind === 'move') return moved(list, index, edit.to);
  const result = [...list];
  result[index] = changed(list[index], rest, edit);
  return result;
}

/** The list with one item at another index. */
export function moved<T>(list: readonly T[], from: number, to: number): T[] {
  return list.toSpliced(from, 1).toSpliced(to, 0, ...list.slice(from, from + 1));
}

function withEntry(map: Readonly<Record<string, unknown>>, key: string, value: unknown): Record<string, unknown> {
  if (!Object.hasOwn(map, key)) return fromEntries([...Object.entries(map), [key, value]]);
  return fromEntries(Object.entries(map).map(([name, entry]) => [name, name === key ? value : entry]));
}

const fromEntries = (entries: readonly (readonly [string, unknown])[]): Record<string, unknown> =>
  Object.fromEntries(entries);
