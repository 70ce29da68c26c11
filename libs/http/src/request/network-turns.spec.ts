import { setImmediate as nextTurn } from 'node:timers/promises';
import { NetworkTurns } from './network-turns.js';

function setUp(mostWaiting?: number) {
  const turns = new NetworkTurns(mostWaiting);
  const begun: string[] = [];
  const refused: string[] = [];
  const ofNetworks = new Map<string, object>();
  const onlyOf = (network: string): object => {
    if (!ofNetworks.has(network)) ofNetworks.set(network, {});
    return ofNetworks.get(network)!;
  };
  /** @param connection Default: the only one of its network. */
  const arrive = (name: string, network = 'a', isGone = () => false, connection = onlyOf(network)): void => {
    const run = (): void => void begun.push(name);
    if (turns.mayRun()) run();
    else turns.add({ network, connection, run, isGone, refuse: () => void refused.push(name) });
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
    const { begun, arrive } = setUp(40_000);
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

  it('are refused when those of their connection that wait have a third of the places', () => {
    const { refused, arrive } = setUp(90);
    for (const name of names(32 + 40)) arrive(name);
    for (const name of names(10, 'other')) arrive(name, 'b');
    expect(refused).toEqual(names(72).slice(62));
  });

  it('have four places for each connection, and more as the others of its network leave free', () => {
    const { refused, arrive } = setUp(90);
    for (const name of names(32)) arrive(name);
    for (let n = 0; n < 10; n++) {
      const connection = {};
      for (const name of names(20, 'flood')) arrive(name, 'a', undefined, connection);
    }
    const ofFlood = refused.length;
    expect(ofFlood).toBeGreaterThan(100);
    const connection = {};
    for (const name of names(4, 'other')) arrive(name, 'a', undefined, connection);
    for (const name of names(100, 'full')) arrive(name, 'a', undefined, {});
    expect(refused).toHaveLength(ofFlood);
  });

  it('leave their places when they run', async () => {
    const { begun, refused, arrive } = setUp(90);
    for (const name of names(32)) arrive(name);
    for (let sent = 32; sent < 200;) {
      for (const name of names(30)) arrive(name);
      sent += 30;
      while (begun.length < sent) await nextTurn();
    }
    expect(refused).toEqual([]);
  });

  it('of a connection of which many ran do not wait for endless new connections', async () => {
    const { begun, arrive } = setUp();
    const many = {};
    for (const name of names(1_000, 'many')) arrive(name, 'a', undefined, many);
    while (begun.length < 1_000) await nextTurn();
    for (const name of names(100, 'new')) arrive(name, 'a', undefined, {});
    arrive('next', 'a', undefined, many);
    for (let n = 0; !begun.includes('next'); n++) {
      await nextTurn();
      for (const name of names(32, `new${n}/`)) arrive(name, 'a', undefined, {});
    }
    expect(begun.indexOf('next')).toBeLessThan(1_000 + 2 * 100 + 32);
  });

  const floods = [100, 1_000].flatMap((connections) => [1, 10, 250].map((waiting) => ({ connections, waiting })));
  describe.each(floods)(
    'behind $connections connections of their network with $waiting waiting works each',
    ({ connections, waiting }) => {
      /** Most turns in which one of 20 works does not run. @param connectionOf each of them. */
      async function waits(connectionOf: () => object): Promise<number> {
        let nowMs = 0;
        let isOver = false;
        const turns = new NetworkTurns(16_384, () => nowMs);
        const turn = async (): Promise<void> => {
          await nextTurn();
          nowMs += 5;
        };
        const arrive = (connection: object, run: () => void, refuse: () => void): void => {
          if (turns.mayRun()) run();
          else turns.add({ network: 'a', connection, run, isGone: () => false, refuse });
        };
        const flood = (connection: object): void => {
          const again = (): void => process.nextTick(flood, connection);
          if (!isOver) arrive(connection, again, () => undefined);
        };
        for (let n = 0; n < connections; n++) {
          const connection = {};
          for (let i = 0; i < waiting; i++) flood(connection);
        }
        for (let n = 0; n < connections; n++) await turn();
        let most = 0;
        for (let n = 0; n < 20; n++) {
          for (let pause = 0; pause < 3; pause++) await turn();
          let end: string | undefined;
          arrive(
            connectionOf(),
            () => (end = 'ran'),
            () => (end = 'refused'),
          );
          let waited = -1;
          for (; !end; waited++) await turn();
          expect(end).toBe('ran');
          most = Math.max(most, waited);
        }
        isOver = true;
        return most;
      }

      it('works of one other connection wait for two turns at most', async () => {
        const connection = {};
        expect(await waits(() => connection)).toBeLessThanOrEqual(2);
      });

      it('works of new connections wait for two turns at most', async () => {
        expect(await waits(() => ({}))).toBeLessThanOrEqual(2);
      });
    },
  );

  it('run after one that throws', () => {
    jest.useFakeTimers();
    const turns = new NetworkTurns();
    const next = jest.fn();
    const fail = (): void => {
      throw new Error('of one');
    };
    while (turns.mayRun());
    for (const run of [fail, next]) turns.add({ network: 'a', connection: turns, run, isGone: () => false });
    expect(() => jest.runOnlyPendingTimers()).toThrow('of one');
    jest.runOnlyPendingTimers();
    expect(next).toHaveBeenCalled();
    jest.useRealTimers();
  });
});
