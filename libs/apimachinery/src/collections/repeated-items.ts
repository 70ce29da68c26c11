/**
 * Positions of the items that equal an earlier one, in linear time: a list of an object may have 100,000 items.
 * @param keyOf what is compared, by default the items.
 */
export function repeatedItems<T>(
  items: readonly T[],
  keyOf: (item: T) => unknown = (item) => item,
): ReadonlySet<number> {
  const seen = new Set<unknown>();
  const repeated = new Set<number>();
  for (const [index, item] of items.entries()) {
    const key = keyOf(item);
    if (seen.has(key)) repeated.add(index);
    else seen.add(key);
  }
  return repeated;
}
