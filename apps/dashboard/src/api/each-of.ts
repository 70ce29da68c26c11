/**
 * Calls `work` for each item, for some of them at the same time. It must not throw.
 * @param signal after it no more are begun.
 */
export async function eachOf<T>(
  items: Iterable<T>,
  concurrent: number,
  signal: AbortSignal,
  work: (item: T) => Promise<void>,
): Promise<void> {
  // Shared: each item is taken once.
  const queue = items[Symbol.iterator]();
  const run = async (): Promise<void> => {
    for (let next = queue.next(); !next.done && !signal.aborted; next = queue.next()) await work(next.value);
  };
  await Promise.all(Array.from({ length: concurrent }, run));
}
