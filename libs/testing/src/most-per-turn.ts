/** The largest number of these that are settled in one turn of the event loop, once all are. Called before the first is. */
export async function mostPerTurn(works: readonly Promise<unknown>[]): Promise<number> {
  let most = 0;
  let settled = 0;
  const nextTurn = (): void => {
    settled = 0;
    timer = setImmediate(nextTurn);
  };
  let timer = setImmediate(nextTurn);
  const count = (): void => void (most = Math.max(most, ++settled));
  await Promise.all(works.map((work) => work.then(count, count)));
  clearImmediate(timer);
  return most;
}
