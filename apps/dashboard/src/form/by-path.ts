import { keyOf } from './model/form-field';
import { isWithin } from './model/problems-of';
import type { FieldPath } from './text/edit';

/** Values of fields, by the keys of their paths. */
export type ByPath<T> = ReadonlyMap<string, { readonly path: FieldPath; readonly value: T }>;

export function withValues<T>(map: ByPath<T>, paths: readonly FieldPath[], value: T): ByPath<T> {
  return new Map([...map, ...paths.map((path) => [keyOf(path), { path, value }] as const)]);
}

/** Without a field and what is below it. */
export function without<T>(map: ByPath<T>, removed: FieldPath): ByPath<T> {
  return new Map([...map].filter(([, { path }]) => !isWithin(path, removed)));
}

/** After the items of a list got other indexes: what is known of them and of what is below them goes with them. */
export function reindexed<T>(map: ByPath<T>, list: FieldPath, indexOf: (index: number) => number): ByPath<T> {
  return new Map(
    [...map.values()].map(({ path, value }) => {
      const index = path[list.length];
      const isBelow = typeof index === 'number' && isWithin(path, list);
      const next = isBelow ? [...list, indexOf(index), ...path.slice(list.length + 1)] : path;
      return [keyOf(next), { path: next, value }];
    }),
  );
}

/** The index that an item has after one was moved. */
export function indexAfterMove(index: number, from: number, to: number): number {
  if (index === from) return to;
  const isBetween = index >= Math.min(from, to) && index <= Math.max(from, to);
  return isBetween ? index + (from < to ? -1 : 1) : index;
}
