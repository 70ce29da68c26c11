import { setImmediate as nextTurn } from 'node:timers/promises';
import { NetworkTurns } from './network-turns.js';

function setUp(mostWaiting?: number) {
  const turns = new NetworkTurns(mostWaiting);
  const begun: string[] = [];
  const refused: string[] = [];
  const arrive = (name: string, network = 'a', isGone = () => false): void => {
    const run = (): void => void begun.push(name);
    if (turns.mayRun()) run();
    else turns.add({ network, run, isGone, refuse: () => void refused.push(name) });
  };
  return { begun, refused, arrive };
}

const names = (count: number, prefix = ''): string[] => Array.from({ length: count }, (_, i) => `${prefix}${i}`);

describe('works of client networks', () => {
  it('run at once while they are few, in their order, and some in each turn', async () => {
    const { begun, arrive } = setUp();
    for (const name of names(100)) arrive(name);
    const counts = [begun.length];
    while (begun.length < 100) {
      await nextTurn();
      counts.push(begun.length);
    }
    expect(counts).toEqual([32, 64, 96, 100]);
    expect(begun).toEqual(names(100));
    arrive('next');
    expect(begun).toHaveLength(101);
  });

  it('do not run once their clients have left', async () => {
    const { begun, arrive } = setUp(20_000);
    const gone = new Set<string>();
    for (const name of names(10_000)) arrive(name, 'a', () => gone.has(name));
    for (const name of names(9_999)) gone.add(name);
    await nextTurn();
    expect(begun.slice(32)).toEqual(['9999']);
  });

  it('of one network do not wait for the thousands of another', async () => {
    const { begun, arrive } = setUp();
    for (const name of names(5_000, 'flood')) arrive(name, 'a');
    for (const name of names(3, 'other')) arrive(name, 'b');
    await nextTurn();
    expect(begun.slice(32, 38)).toEqual(['flood32', 'other0', 'flood33', 'other1', 'flood34', 'other2']);
    await nextTurn();
    arrive('late', 'b');
    await nextTurn();
    expect(begun.slice(96, 98)).toContain('late');
  });

  it('are refused when those of their network that wait have half of the places', async () => {
    const { begun, refused, arrive } = setUp(100);
    for (const name of names(32 + 60, 'flood')) arrive(name, 'a');
    for (const name of names(10, 'other')) arrive(name, 'b');
    expect(refused).toEqual(names(92, 'flood').slice(82));
    while (begun.length < 92) await nextTurn();
    for (const name of names(50, 'again')) arrive(name, 'a');
    expect(refused).toHaveLength(10);
  });

  it('run after one that throws', () => {
    jest.useFakeTimers();
    const turns = new NetworkTurns();
    const next = jest.fn();
    const fail = (): void => {
      throw new Error('of one');
    };
    while (turns.mayRun());
    for (const run of [fail, next]) turns.add({ network: 'a', run, isGone: () => false });
    expect(() => jest.runOnlyPendingTimers()).toThrow('of one');
    jest.runOnlyPendingTimers();
    expect(next).toHaveBeenCalled();
    jest.useRealTimers();
  });
});
