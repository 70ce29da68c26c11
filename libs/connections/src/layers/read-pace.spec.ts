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
      pace.run('anna', () => {
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

  it('runs a step that comes later after those that wait', async () => {
    const pace = new ReadPace(10, now);
    const ran: string[] = [];
    pace.run('anna', work);
    pace.run('anna', () => {
      ran.push('a');
      pace.run('anna', () => ran.push('c'));
    });
    pace.run('anna', () => ran.push('b'));
    await nextTurn();
    expect(ran).toEqual(['a', 'b', 'c']);
  });

  it('lets flows take turns, however many steps of one wait', async () => {
    const pace = new ReadPace(10, now);
    const ran: string[] = [];
    pace.run('mallory', work);
    for (let n = 0; n < 100; n++) pace.run('mallory', () => ran.push('mallory'));
    for (let n = 0; n < 2; n++) pace.run('anna', () => ran.push('anna'));
    await nextTurn();
    expect(ran.slice(0, 5)).toEqual(['mallory', 'anna', 'mallory', 'anna', 'mallory']);
  });

  it('runs no step in the turn after one that took as long as two turns have', async () => {
    const pace = new ReadPace(5, now);
    const ran: string[] = [];
    for (const name of ['a', 'b', 'c']) {
      pace.run('anna', () => {
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
    expect(pace.tryRun(work)).toBe(true);
    expect(pace.tryRun(() => ran.push('late'))).toBe(false);
    for (let n = 0; n < 3; n++) await nextTurn();
    expect([pace.tryRun(() => ran.push('next')), ran]).toEqual([true, ['next']]);
  });
});
