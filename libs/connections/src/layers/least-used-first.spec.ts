import { LeastUsedFirst } from './least-used-first.js';
import { RecentUse } from './recent-use.js';

interface Named {
  readonly name: string;
  readonly use: RecentUse;
}

function used(amount: number): RecentUse {
  const use = new RecentUse(0);
  use.charge(amount, 0);
  return use;
}

function lineOf(items: readonly Named[]): LeastUsedFirst<Named> {
  const line = new LeastUsedFirst<Named>();
  for (const item of items) line.add(item);
  return line;
}

const rest = (line: LeastUsedFirst<Named>): string[] => Array.from({ length: line.length }, () => line.take().name);

describe('LeastUsedFirst', () => {
  it('takes the connection that used least, and every second time the one that has waited longest', () => {
    const uses = { first: 9, second: 8, third: 1, fourth: 3 };
    const items = Object.entries(uses).map(([name, amount]) => ({ name, use: used(amount) }));
    expect(rest(lineOf(items))).toEqual(['third', 'first', 'fourth', 'second']);
  });

  it('takes those that used the same in order of arrival', () => {
    const items = ['first', 'second', 'third'].map((name) => ({ name, use: used(0) }));
    expect(rest(lineOf(items))).toEqual(['first', 'second', 'third']);
  });

  it('takes items of one connection in order of arrival, and lets connections that wait take turns', () => {
    const [much, more, most] = [used(10), used(20), used(30)];
    const line = lineOf([
      { name: 'most1', use: most },
      { name: 'more1', use: more },
      { name: 'more2', use: more },
      ...['much1', 'much2', 'much3', 'much4'].map((name) => ({ name, use: much })),
    ]);
    expect(rest(line)).toEqual(['much1', 'most1', 'much2', 'more1', 'much3', 'more2', 'much4']);
  });

  it('takes another connection when one has used more meanwhile', () => {
    const [less, more] = [used(1), used(5)];
    const line = lineOf(['less1', 'less2', 'less3'].map((name) => ({ name, use: less })));
    for (const name of ['more1', 'more2', 'more3']) line.add({ name, use: more });
    expect([line.take().name, line.take().name]).toEqual(['less1', 'more1']);
    less.charge(10, 0);
    expect(rest(line)).toEqual(['more2', 'less2', 'more3', 'less3']);
  });

  it('takes all of thousands of connections, every second time the one that used least', () => {
    const amounts = Array.from({ length: 5_000 }, (_, i) => (i * 7_919) % 5_003);
    const line = lineOf(amounts.map((amount) => ({ name: `${amount}`, use: used(amount) })));
    const taken = rest(line).map(Number);
    const byUse = taken.filter((_, i) => i % 2 === 0);
    expect(byUse).toEqual([...byUse].toSorted((a, b) => a - b));
    expect(new Set(taken).size).toBe(5_000);
  });
});
