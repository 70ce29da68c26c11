import { LeastUsedFirst } from './least-used-first.js';
import { RecentUse } from './recent-use.js';

/** Names of steps in the order in which they run. @param uses of their connections, by name. Unit: milliseconds. */
function order(uses: Readonly<Record<string, number>>): string[] {
  const line = new LeastUsedFirst();
  const names = new Map<() => void, string>();
  for (const [name, ms] of Object.entries(uses)) {
    const use = new RecentUse(0);
    use.charge(ms, 0);
    const run = (): void => undefined;
    names.set(run, name);
    line.add({ run, use });
  }
  return Array.from({ length: line.length }, () => names.get(line.take().run)!);
}

describe('LeastUsedFirst', () => {
  it('takes the connection that used least, and every second time the one that has waited longest', () => {
    expect(order({ first: 9, second: 8, third: 1, fourth: 3 })).toEqual(['third', 'first', 'fourth', 'second']);
  });

  it('takes those that used the same in order of arrival', () => {
    expect(order({ first: 0, second: 0, third: 0 })).toEqual(['first', 'second', 'third']);
  });
});
