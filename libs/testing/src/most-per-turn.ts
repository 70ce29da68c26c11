/** The largest number of these that are settled in one turn of the event loop, once all are. */
export async function mostPerTurn(works: readonly Promise<unknown>[]): Promise<number> {
  const turns: number[] = [];
  let isSameTurn = false;
  const count = (): void => {
    if (!isSameTurn) {
      turns.push(0);
      isSameTurn = true;
      setImmediate(() => (isSameTurn = false));
    }
    turns[turns.length - 1]!++;
  };
  await Promise.all(works.map((work) => work.then(count, count)));
  return Math.max(...turns);
}
