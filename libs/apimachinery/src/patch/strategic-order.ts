import { orderMismatch } from './strategic-error.js';

/** Identity of a list item: a scalar itself, or the value of a map's merge key. */
export type Identify = (item: unknown) => unknown;

/**
 * Orders a merged list: items named by `order` are in its order, the others keep their current order; between the two
 * groups, the current order is kept, and a new item comes as early as possible.
 * @param merged all items of `current` in their order, then the new ones.
 */
export function inOrder(
  merged: readonly unknown[],
  order: readonly unknown[],
  current: readonly unknown[],
  identify: Identify,
): unknown[] {
  const wanted = positions(order, identify);
  const before = positions(current, identify);
  const named: unknown[] = [];
  const others: unknown[] = [];
  for (const item of merged) (wanted.has(identify(item)) ? named : others).push(item);
  const rank = (item: unknown): number => wanted.get(identify(item))!;
  named.sort((a, b) => rank(a) - rank(b));
  const result: unknown[] = [];
  let next = 0;
  for (const other of others) {
    const place = before.get(identify(other)) ?? Infinity;
    while (next < named.length && (before.get(identify(named[next])) ?? -1) < place) result.push(named[next++]);
    result.push(other);
  }
  return result.concat(named.slice(next));
}

function positions(items: readonly unknown[], identify: Identify): Map<unknown, number> {
  const found = new Map<unknown, number>();
  items.forEach((item, position) => {
    const identity = identify(item);
    if (!found.has(identity)) found.set(identity, position);
  });
  return found;
}

/** @throws ApiError BadRequest unless `items` is a subsequence of `order`; an empty order accepts all. */
export function requireInOrder(items: readonly unknown[], order: readonly unknown[], identify: Identify): void {
  if (order.length === 0) return;
  let at = 0;
  for (const item of items) {
    const identity = identify(item);
    while (at < order.length && identify(order[at]) !== identity) at++;
    if (at === order.length) throw orderMismatch(items, order);
    at++;
  }
}
