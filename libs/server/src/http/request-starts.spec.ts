import { setImmediate as nextTurn } from 'node:timers/promises';
import { RequestStarts } from './request-starts.js';

describe('requests of HTTP/2 connections', () => {
  it('are begun at once while they are few, in their order, and some in each turn', async () => {
    const starts = new RequestStarts();
    const begun: number[] = [];
    for (let i = 0; i < 100; i++) starts.add(() => begun.push(i), () => false); // prettier-ignore
    const counts = [begun.length];
    while (begun.length < 100) {
      await nextTurn();
      counts.push(begun.length);
    }
    expect(counts).toEqual([32, 64, 96, 100]);
    expect(begun).toEqual(begun.toSorted((a, b) => a - b));
    starts.add(() => begun.push(100), () => false); // prettier-ignore
    expect(begun).toHaveLength(101);
  });

  it('are not begun once their clients have left', async () => {
    const starts = new RequestStarts();
    const begun: number[] = [];
    const gone = new Set<number>();
    for (let i = 0; i < 10_000; i++) starts.add(() => begun.push(i), () => gone.has(i)); // prettier-ignore
    for (let i = 0; i < 9_999; i++) gone.add(i);
    await nextTurn();
    expect(begun.slice(32)).toEqual([9_999]);
  });
});
