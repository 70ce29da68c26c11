import { ReadPace } from './read-pace.js';

let nowMs = 0;
const now = (): number => nowMs;
/** Takes more than a turn has. */
const work = (): void => void (nowMs += 11);
const nextTurn = (): Promise<void> => new Promise((resolve) => setImmediate(resolve));

describe('ReadPace', () => {
  it('runs steps at once until their time of the turn is used up, and one such step in each turn after that', async () => {
    const pace = new ReadPace(10, now);
    const ran: string[] = [];
    for (const name of ['a', 'b', 'c']) {
      pace.run('anna', pace.newUse(), () => {
        ran.push(name);
        work();
      });
    }
    expect(ran).toEqual(['a']);
    await nextTurn();
    expect(ran).toEqual(['a', 'b']);
    await nextTurn();
    expect(ran).toEqual(['a', 'b', 'c']);
  });

  it('runs steps of one connection in their order', async () => {
    const pace = new ReadPace(10, now);
    const use = pace.newUse();
    const ran: string[] = [];
    pace.run('anna', use, work);
    pace.run('anna', use, () => {
      ran.push('a');
      pace.run('anna', use, () => ran.push('b'));
    });
    await nextTurn();
    expect(ran).toEqual(['a', 'b']);
  });

  const floods = [10, 100].flatMap((connections) => [0.5, 2, 5].map((stepMs) => ({ connections, stepMs })));
  describe.each(floods)(
    'behind $connections connections of its flow with steps of $stepMs ms',
    ({ connections, stepMs }) => {
      /**
       * Most turns until one of 20 short steps runs.
       * @param isNew whether each is of a new connection, and begins once the others had a step. Otherwise they are of one that was opened a minute before.
       */
      async function waits(isNew: boolean): Promise<number> {
        let nowMs = 0;
        let isOver = false;
        const pace = new ReadPace(3, () => nowMs);
        const old = pace.newUse();
        nowMs += 60_000;
        for (let n = 0; n < connections; n++) {
          const use = pace.newUse();
          const step = (): void => {
            nowMs += stepMs;
            if (!isOver) process.nextTick(() => pace.run('anna', use, step));
          };
          pace.run('anna', use, step);
        }
        if (isNew) for (const endMs = nowMs + connections * stepMs; nowMs < endMs;) await nextTurn();
        let most = 0;
        for (let n = 0; n < 20; n++) {
          for (let pause = 0; pause < 7; pause++) await nextTurn();
          let hasRun = false;
          pace.run('anna', isNew ? pace.newUse() : old, () => {
            hasRun = true;
            nowMs += 0.2;
          });
          let turns = -1;
          for (; !hasRun; turns++) await nextTurn();
          most = Math.max(most, turns);
        }
        isOver = true;
        return most;
      }

      it('a connection that used little waits for three turns at most', async () => {
        expect(await waits(false)).toBeLessThanOrEqual(3);
      });

      it('new connections wait for three turns at most, once the others had a step', async () => {
        expect(await waits(true)).toBeLessThanOrEqual(3);
      });
    },
  );

  it('runs a step of a connection that used much next to endless new connections', async () => {
    const pace = new ReadPace(10, now);
    const much = pace.newUse();
    pace.run('anna', much, () => void (nowMs += 1_000));
    let isOver = false;
    let steps = 0;
    const flood = (): void => {
      nowMs += 5;
      steps++;
      if (!isOver) process.nextTick(() => pace.run('anna', pace.newUse(), flood));
    };
    pace.run('anna', pace.newUse(), flood);
    pace.run('anna', much, () => (isOver = true));
    while (!isOver && steps < 100) await nextTurn();
    expect(steps).toBeLessThanOrEqual(3);
    isOver = true;
  });

  it('lets flows take turns, however many steps of one wait', async () => {
    const pace = new ReadPace(10, now);
    const ran: string[] = [];
    pace.run('mallory', pace.newUse(), work);
    for (let n = 0; n < 100; n++) pace.run('mallory', pace.newUse(), () => ran.push('mallory'));
    for (let n = 0; n < 2; n++) pace.run('anna', pace.newUse(), () => ran.push('anna'));
    await nextTurn();
    expect(ran.slice(0, 5)).toEqual(['mallory', 'anna', 'mallory', 'anna', 'mallory']);
  });

  it('runs no step in the turn after one that took as long as two turns have', async () => {
    const pace = new ReadPace(5, now);
    const ran: string[] = [];
    for (const name of ['a', 'b', 'c']) {
      pace.run('anna', pace.newUse(), () => {
        ran.push(name);
        work();
      });
    }
    const counts = [ran.length];
    while (ran.length < 3) {
      await nextTurn();
      counts.push(ran.length);
    }
    expect(counts).toEqual([1, 1, 2, 2, 3]);
  });

  it('does not keep a step that must run at once', async () => {
    const pace = new ReadPace(10, now);
    const ran: string[] = [];
    const use = pace.newUse();
    expect(pace.tryRun(use, work)).toBe(true);
    expect(pace.tryRun(use, () => ran.push('late'))).toBe(false);
    for (let n = 0; n < 3; n++) await nextTurn();
    expect([pace.tryRun(use, () => ran.push('next')), ran]).toEqual([true, ['next']]);
  });
});
